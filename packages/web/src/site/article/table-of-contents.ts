import type { PublicPostHtml } from '@galley/client'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'

/** With fewer headings than this, the text is its own overview. */
const FEWEST = 3

export function tableOfContents({ t, language }: PageRequest, { toc }: PublicPostHtml): Html | null {
  if (toc.length < FEWEST) return null
  return html`<nav class="toc" aria-labelledby="contents"><details open>
<summary class="label" id="contents" lang="${language}">${t.contents}</summary>
<ol>
${toc.map(({ id, level, text }) => html`<li class="toc-${level}"><a href="#${encodeURIComponent(id)}">${text}</a></li>\n`)}</ol>
</details></nav>`
}
