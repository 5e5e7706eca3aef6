import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'

const service = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  hr: '---',
})
service.use(gfm)
service.remove(['style', 'script', 'title'])

/** Converts headings, emphasis, links, lists and tables to Markdown; the rest to its text. */
export function htmlToMarkdown(html: string): string {
  // Parsed in a separate document: nothing in it is run or loaded.
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const wrapper of body.querySelectorAll('b, strong')) {
    // Some word processors wrap everything in a <b> element with a normal font weight.
    const isPlain = /font-weight:\s*(normal|400)/.test(wrapper.getAttribute('data-style') ?? '')
    if (isPlain) wrapper.replaceWith(...wrapper.childNodes)
  }
  for (const table of body.querySelectorAll('table')) nameColumns(table)
  return service.turndown(body).trim()
}

/** Removes style attributes, because the content security policy forbids them and the browser would report each. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, tag => tag.replace(/\sstyle\s*=/gi, ' data-style='))

/** Markdown tables need a header, so the first row of a spreadsheet is used. */
function nameColumns(table: HTMLTableElement): void {
  if (table.querySelector('th')) return
  for (const cell of table.rows[0]?.querySelectorAll('td') ?? []) {
    const head = table.ownerDocument.createElement('th')
    head.append(...cell.childNodes)
    cell.replaceWith(head)
  }
}
