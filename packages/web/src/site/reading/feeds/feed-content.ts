import { setImmediate as nextTurn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { escapeText } from '../../html.ts'

const PIECE_CHARACTERS = 8000
const TURN_MS = 5

/** Works on a long text in pieces. Other requests are handled in between, so that they never wait for the whole text. */
export async function inPieces(text: string, handle: (piece: string) => void): Promise<void> {
  let untilMs = 0
  for (let at = 0, end = 0; at < text.length; at = end) {
    if (performance.now() > untilMs) {
      await nextTurn()
      untilMs = performance.now() + TURN_MS
    }
    end = at + PIECE_CHARACTERS
    // A piece must not end within a character.
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '')) end++
    handle(text.slice(at, end))
  }
}

/** Formulas of our own renderer. Their source has no quotes and angle brackets. */
const FORMULA = /<math(?: display="block")? alttext="([^"<>]*)">.*?<\/math>/gs

/** Few feed readers know MathML: they would show its letters without fractions and roots, so the source is shown. */
export const readableFormulas = (html: string): string =>
  html.includes('<math') ? html.replaceAll(FORMULA, (_, source: string) => `<code>${source}</code>`) : html

const ADDRESSES = new Set(['href', 'src'])
/** Longer ones stay as they are: no browser opens them, and resolving them takes long. */
const ADDRESS_MAX_CHARACTERS = 8000

/**
 * Makes the URLs in rendered HTML absolute, because a feed reader shows it outside the site. Uses a parser to find
 * attributes: the same characters may also be in a text that shows code. Null if the result is longer than `max`: in a
 * text with many links it can be many times as long as the text.
 */
export async function absoluteAddresses(html: string, base: string, max: number): Promise<string | null> {
  let result = ''
  let copiedTo = 0
  const isTooLong = () => result.length + html.length - copiedTo > max
  const parser = new Parser({
    onattribute: (name, value, quote) => {
      if (!ADDRESSES.has(name) || quote !== '"' || isTooLong()) return
      const absolute = absoluteAddress(value, base)
      if (absolute === undefined) return
      result += `${html.slice(copiedTo, parser.startIndex)}${name}="${escapeText(absolute)}"`
      copiedTo = parser.endIndex
    },
  })
  await inPieces(html, piece => {
    if (!isTooLong()) parser.write(piece)
  })
  parser.end()
  return isTooLong() ? null : result + html.slice(copiedTo)
}

/** Undefined for an address that is already absolute, or that cannot be resolved. */
function absoluteAddress(address: string, base: string): string | undefined {
  if (address.length > ADDRESS_MAX_CHARACTERS || URL.canParse(address)) return undefined
  return URL.parse(address, base)?.href
}
