import { fromHtml } from 'hast-util-from-html'
import { shortText } from './elements.ts'

/** The text of a short piece of HTML, such as a title with entities. */
export const textOfHtml = (html: string): string =>
  /[<&]/.test(html)
    ? shortText(fromHtml(html.slice(0, 20_000), { fragment: true }))
    : html.replaceAll(/\s+/g, ' ').trim()
