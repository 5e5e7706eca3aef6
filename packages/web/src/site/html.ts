/** Markup that may go out as it is. Only `html`, `raw` and `attributes` make it. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }

  toString(): string {
    return this.markup
  }
}

/** What a page may put into a template. Text is escaped; nothing, true and false leave nothing behind. */
export type Value = Html | string | number | boolean | null | undefined | readonly Value[]

type Place = 'text' | 'attribute' | 'address' | 'tag'

const places = new WeakMap<TemplateStringsArray, readonly Place[]>()

/**
 * A template that escapes by default: html`<p title="${text}">${text}</p>`. Attributes stand in double quotes. An
 * address (href, src, action) that is no http, https or mailto one and not relative becomes "#".
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  let known = places.get(strings)
  if (known === undefined) {
    known = findPlaces(strings)
    places.set(strings, known)
  }
  let markup = strings[0] ?? ''
  for (let i = 0; i < values.length; i++) markup += render(values[i], known[i] as Place) + strings[i + 1]
  return new Html(markup)
}

/** For markup that somebody else has made safe: what the API rendered, or a drawing of ours. */
export const raw = (markup: string): Html => new Html(markup)

/** Attributes that may be missing: null and false leave one out, true gives its bare name. */
export function attributes(all: Readonly<Record<string, string | number | boolean | null | undefined>>): Html {
  let markup = ''
  for (const [name, value] of Object.entries(all)) {
    if (value === null || value === undefined || value === false) continue
    const text = ADDRESSES.has(name) ? safeAddress(String(value)) : String(value)
    markup += value === true ? ` ${name}` : ` ${name}="${escapeText(text)}"`
  }
  return new Html(markup)
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
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction', 'poster', 'cite'])

function render(value: Value, place: Place): string {
  if (value === null || value === undefined || typeof value === 'boolean') return ''
  if (Array.isArray(value)) return value.map(each => render(each, place)).join('')
  if (value instanceof Html) {
    // Markup inside quotes would end them.
    return place === 'text' || place === 'tag' ? value.markup : escapeText(value.markup)
  }
  if (place === 'tag') throw new TypeError('Inside a tag only attributes(...) may stand.')
  const text = String(value)
  return escapeText(place === 'address' ? safeAddress(text) : text)
}

/** Browsers ignore control characters and spaces before a scheme, and so does this. */
function safeAddress(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\u0000-\u0020]/g, ''))?.[1]?.toLowerCase()
  return scheme === undefined || ['http', 'https', 'mailto'].includes(scheme) ? address : '#'
}

/** Where each value stands, by reading the fixed parts once. What no escaping makes safe is refused at the first use. */
function findPlaces(strings: TemplateStringsArray): Place[] {
  let inTag = false
  let inQuotes = false
  let tag = ''
  return strings.slice(0, -1).map(part => {
    for (const character of part) {
      if (inQuotes) inQuotes = character !== '"'
      else if (inTag && character === '"') inQuotes = true
      else if (inTag && character === '>') inTag = false
      else if (!inTag && character === '<') {
        inTag = true
        tag = ''
      }
      if (inTag) tag += character
    }
    if (/^<(?:script|style)\b/i.test(tag) && !inTag) {
      throw new TypeError('Nothing may be put into a script or a style element.')
    }
    if (!inTag) return 'text'
    if (inQuotes) {
      const name = /([^\s="]+)="$/.exec(part)?.[1]?.toLowerCase()
      return name !== undefined && ADDRESSES.has(name) ? 'address' : 'attribute'
    }
    if (part.endsWith('=')) throw new TypeError('An attribute needs double quotes around its value.')
    return 'tag'
  })
}
