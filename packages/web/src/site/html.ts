import { attributeKind, findPlaces, isSafeAddress, type Place } from './template-places.ts'

/** Escaped HTML markup. Only created by `html`, `raw` and `attributes`. */
export class Html {
  /** Bytes are markup that many pages share: it is encoded once. */
  readonly pieces: readonly (string | Buffer)[]

  constructor(...pieces: readonly (string | Buffer)[]) {
    this.pieces = pieces
  }

  get markup(): string {
    return this.pieces.length === 1 ? String(this.pieces[0]) : this.pieces.join('')
  }

  get bytes(): Buffer {
    return Buffer.concat(this.pieces.map(piece => (typeof piece === 'string' ? Buffer.from(piece) : piece)))
  }

  toString(): string {
    return this.markup
  }
}

/** The result of `attributes`, for use inside a tag. */
class Attributes extends Html {}

/** Values of a template. Text is escaped; null, undefined, true and false render nothing. */
export type Value = Html | string | number | boolean | null | undefined | readonly Value[]

const places = new WeakMap<TemplateStringsArray, readonly Place[]>()

/**
 * A template that escapes by default: html`<p title="${text}">${text}</p>`. Attributes must be in double quotes. A URL
 * that is neither relative nor http, https or mailto becomes "#". A value in a place where escaping is not enough throws
 * at the first use; a test checks all templates of the site.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  let found = places.get(strings)
  if (found === undefined) {
    found = findPlaces(strings)
    places.set(strings, found)
  }
  const pieces: (string | Buffer)[] = [strings[0] ?? '']
  /** The part of the current URL that has been written. */
  let address = ''
  for (let i = 0; i < values.length; i++) {
    const place = found[i] as Place
    if (typeof place === 'string') append(pieces, values[i], place)
    else {
      address = place.addressAfter === null ? address + strings[i] : place.addressAfter
      const text = plainText(values[i])
      const isSafe = isSafeAddress(address + text)
      address += isSafe ? text : '#'
      appendText(pieces, isSafe ? escapeText(text) : '#')
    }
    appendText(pieces, strings[i + 1] ?? '')
  }
  return new Html(...pieces)
}

/** For markup that is already safe: rendered by the API, or our own icons. */
export const raw = (markup: string): Html => new Html(markup)

/** Optional attributes: null and false leave one out, true writes only its name. */
export function attributes(all: Readonly<Record<string, string | number | boolean | null | undefined>>): Html {
  let markup = ''
  for (const [name, value] of Object.entries(all)) {
    const kind = attributeKind(name)
    if (value === null || value === undefined || value === false) continue
    const text = kind === 'address' && !isSafeAddress(String(value)) ? '#' : String(value)
    markup += value === true ? ` ${name}` : ` ${name}="${escapeText(text)}"`
  }
  return new Attributes(markup)
}

export function escapeText(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, character => ENTITIES[character] as string) : text
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function append(pieces: (string | Buffer)[], value: Value, place: 'text' | 'tag' | 'attribute'): void {
  // Markup inside quotes would end them.
  if (place === 'attribute') appendText(pieces, escapeText(plainText(value)))
  else if (value === null || value === undefined || typeof value === 'boolean') return
  else if (Array.isArray(value)) for (const each of value) append(pieces, each, place)
  else if (place === 'tag' && !(value instanceof Attributes)) {
    throw new TypeError('Inside a tag, a value must come from attributes(...).')
  } else if (!(value instanceof Html)) appendText(pieces, escapeText(String(value)))
  else {
    for (const piece of value.pieces) {
      if (typeof piece === 'string') appendText(pieces, piece)
      else pieces.push(piece)
    }
  }
}

function appendText(pieces: (string | Buffer)[], text: string): void {
  const last = pieces.length - 1
  if (typeof pieces[last] === 'string') pieces[last] += text
  else pieces.push(text)
}

function plainText(value: Value): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  return Array.isArray(value) ? value.map(plainText).join('') : String(value)
}
