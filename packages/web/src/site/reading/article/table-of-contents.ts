import type { PublicPostHtml } from '@galley/client'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'

/** With fewer headings, no table of contents is shown. */
const MIN_HEADINGS = 3

/** Closed, because it could fill the screen of a phone; on wide screens, styles and a script open it. */
export function tableOfContents({ t, language }: PageRequest, { toc }: Pick<PublicPostHtml, 'toc'>): Html | null {
  if (toc.length < MIN_HEADINGS) return null
  return html`<nav class="toc" data-island="table-of-contents" aria-labelledby="contents"><details>
<summary class="label" id="contents" lang="${language}">${t.contents}</summary>
<ol>
${toc.map(({ id, level, text }) => html`<li class="toc-${level}"><a href="#${encodeURIComponent(id)}">${text}</a></li>\n`)}</ol>
</details></nav>`
}
