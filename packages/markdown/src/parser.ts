import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { alignedCells } from './aligned-cells.ts'
import { cjkBreaks } from './cjk-breaks.ts'
import { escapeHtml } from './escape.ts'
import { footnotes } from './footnotes.ts'
import { taskLists } from './task-lists.ts'

/** HTML is let through here; everything goes through the sanitiser in the end. */
export const parser = new MarkdownIt({ html: true, linkify: true })
  .use(cjkFriendly)
  .use(cjkBreaks)
  .use(taskLists)
  .use(alignedCells)
  .use(footnotes)

// An address is what begins with its scheme; `example.js` is a file.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

/** The language that stands first in the line that opens a block of code, such as `ts` in "```ts title.ts". */
export const languageOf = (info: string): string => /^[\w#+.-]{1,30}/.exec(info.trim())?.[0].toLowerCase() ?? ''

parser.renderer.rules['fence'] = parser.renderer.rules['code_block'] = (tokens, index) => {
  const { content = '', info = '', meta } = tokens[index] ?? {}
  const language = languageOf(info)
  const code = typeof meta?.['html'] === 'string' ? meta['html'] : escapeHtml(content)
  const named = language === '' ? '' : ` data-language="${escapeHtml(language)}"`
  return `<div class="code" data-code${named}><pre tabindex="0"><code>${code}</code></pre></div>\n`
}
