/** What the headers of one part of a form say. */
export interface PartHeaders {
  readonly name: string | undefined
  readonly fileName: string | undefined
  readonly contentType: string | undefined
}

const PARAMETER = /;\s*([\w*.-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/gs

export function parsePartHeaders(lines: readonly string[]): PartHeaders {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
  const disposition = headers.get('content-disposition') ?? ''
  const parameters = parseParameters(/^form-data\s*(?=;)/i.test(disposition) ? disposition : '')
  const extended = parameters.get('filename*')
  return {
    name: parameters.get('name'),
    // RFC 6266: the extended form wins, being the one that can hold every character.
    fileName: (extended === undefined ? undefined : decodeExtended(extended)) ?? parameters.get('filename'),
    contentType: headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase(),
  }
}

function parseParameters(disposition: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of disposition.matchAll(PARAMETER)) {
    const value = quoted === undefined ? plain.trim() : unescapeQuoted(quoted)
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  }
  return found
}

/** Browsers write a quote as %22 and line breaks as %0D %0A, other clients put a backslash before a quote. */
function unescapeQuoted(text: string): string {
  return text
    .replaceAll(/\\(["\\])/g, '$1')
    .replaceAll('%22', '"')
    .replaceAll(/%0d/gi, '\r')
    .replaceAll(/%0a/gi, '\n')
}

/** RFC 5987: `UTF-8''na%C3%AFve.png`. */
function decodeExtended(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^([\w-]+)'[\w-]*'(.*)$/.exec(value) ?? []
  try {
    if (/^utf-8$/i.test(charset)) return decodeURIComponent(encoded)
    if (/^iso-8859-1$/i.test(charset)) return unescapeLatin1(encoded)
  } catch {
    // Broken escapes: the plain name will do.
  }
  return undefined
}

function unescapeLatin1(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
