/** Escaped XML markup. Only created by `xml`. */
export class Xml {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = Xml | string | number | false | null | undefined | readonly Value[]

/** A template that escapes by default, like `html`, and removes characters that are invalid in XML. */
export function xml(strings: TemplateStringsArray, ...values: readonly Value[]): Xml {
  return new Xml(strings.reduce((markup, part, i) => markup + render(values[i - 1]) + part))
}

/** A complete document. */
export const xmlDocument = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.markup}\n`

function render(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Xml) return value.markup
  if (Array.isArray(value)) return value.map(render).join('')
  return escapeXml(String(value))
}

// Most control characters are invalid even as references. A lone surrogate is not a character.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** The length of a text in a template, found without making it. Characters that are removed count, too. */
export function escapedLength(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length; i++) if (`&<>"'`.includes(text[i] as string)) length += '&#38;'.length - 1
  return length
}
