import { Parser } from 'htmlparser2'
import { escapeText } from '../../html.ts'

const ADDRESSES = new Set(['href', 'src'])

/**
 * Makes the URLs in rendered HTML absolute, because a feed reader shows it outside the site. Uses a parser to find
 * attributes: the same characters may also be in a text that shows code.
 */
export function absoluteAddresses(html: string, base: string): string {
  let result = ''
  let copiedTo = 0
  const parser = new Parser({
    onattribute: (name, value, quote) => {
      if (!ADDRESSES.has(name) || quote !== '"') return
      const absolute = absoluteAddress(value, base)
      if (absolute === undefined) return
      result += `${html.slice(copiedTo, parser.startIndex)}${name}="${escapeText(absolute)}"`
      copiedTo = parser.endIndex
    },
  })
  parser.end(html)
  return result + html.slice(copiedTo)
}

/** Undefined for an address that is already absolute, or that cannot be resolved. */
function absoluteAddress(address: string, base: string): string | undefined {
  return URL.canParse(address) || !URL.canParse(address, base) ? undefined : new URL(address, base).href
}
