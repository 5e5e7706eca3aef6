import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '@galley/contract/limits'
import { AppError } from '../../platform/core/errors.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const [TEXT, COMMA, OPEN, CLOSE] = [1, 2, 3, 4] as const

/** The meaning of a byte outside strings; 0 for those without one. */
const KINDS = new Uint8Array(256)
for (const [characters, kind] of [
  ['"', TEXT],
  [',', COMMA],
  ['[{', OPEN],
  [']}', CLOSE],
] as const) {
  for (const byte of Buffer.from(characters)) KINDS[byte] = kind
}

/**
 * Why a JSON text must not be parsed: it has too many values or nests them too deeply. Parsing 8 MiB of short names
 * blocks the event loop for most of a second; this scan takes a few milliseconds. Invalid JSON may pass: the parser
 * rejects it.
 */
export function jsonShapeError(json: Uint8Array): AppError | undefined {
  let depth = 0
  let values = 1
  for (let i = 0; i < json.length; i++) {
    const kind = KINDS[json[i] as number]
    if (kind === 0) continue
    if (kind === TEXT) i = endOfText(json, i)
    else if (kind === CLOSE) depth--
    else {
      if (kind === OPEN && ++depth > JSON_DEPTH_MAX) return rejection('INVALID_VALUE', DEPTH_MESSAGE)
      if (++values > JSON_VALUES_MAX) return rejection('TOO_MANY', VALUES_MESSAGE)
    }
  }
  return undefined
}

/** With more escaped quotation marks than this, reading byte by byte is faster than searching the next one. */
const SEARCHES_MAX = 100

/** The end of the string that begins here. */
function endOfText(json: Uint8Array, begin: number): number {
  let i = begin + 1
  for (let search = 0; search < SEARCHES_MAX; search++) {
    const quote = json.indexOf(QUOTE, i)
    if (quote === -1) return json.length
    let start = quote
    while (json[start - 1] === BACKSLASH) start--
    if ((quote - start) % 2 === 0) return quote
    i = quote + 1
  }
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1
  return i
}

const DEPTH_MESSAGE = `The body is nested more than ${JSON_DEPTH_MAX} levels deep.`
const VALUES_MESSAGE = `The body has more than ${JSON_VALUES_MAX.toLocaleString('en')} values.`

const rejection = (code: 'INVALID_VALUE' | 'TOO_MANY', message: string): AppError =>
  new AppError('VALIDATION_ERROR', message, { fields: [{ field: 'body', code, message }] })
