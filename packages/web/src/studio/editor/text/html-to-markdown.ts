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

/** Headings, emphasis, links, lists and tables as Markdown; the rest as its text. */
export function htmlToMarkdown(html: string): string {
  // Parsed apart from the page: nothing in it is run or loaded.
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  for (const wrapper of body.querySelectorAll('b, strong')) {
    // Some word processors put everything into an element for bold text that says that it is not bold.
    const isPlain = /font-weight:\s*(normal|400)/.test(wrapper.getAttribute('data-style') ?? '')
    if (isPlain) wrapper.replaceWith(...wrapper.childNodes)
  }
  for (const table of body.querySelectorAll('table')) nameColumns(table)
  return service.turndown(body).trim()
}

/** The page's policy forbids styles, and the browser would report each of them. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, tag => tag.replace(/\sstyle\s*=/gi, ' data-style='))

/** Markdown has no table without a head, so the first row of a spreadsheet becomes it. */
function nameColumns(table: HTMLTableElement): void {
  if (table.querySelector('th')) return
  for (const cell of table.rows[0]?.querySelectorAll('td') ?? []) {
    const head = table.ownerDocument.createElement('th')
    head.append(...cell.childNodes)
    cell.replaceWith(head)
  }
}
