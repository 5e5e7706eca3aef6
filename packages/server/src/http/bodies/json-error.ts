const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: a string may not contain them
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * Describes where a text stops being JSON, because the messages of `JSON.parse` rarely have a position. Undefined for
 * valid JSON. The depth of the text must be limited.
 */
export function jsonError(text: string): string | undefined {
  let at = 0
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found !== undefined
  }
  const take = (character: string): boolean => {
    skip(SPACE)
    if (text[at] !== character) return false
    at++
    return true
  }

  function string(): boolean {
    if (!take('"')) return false
    do skip(PLAIN_CHARACTERS)
    while (skip(ESCAPE))
    if (text[at] !== '"') return false
    at++
    return true
  }
  function entries(close: string, entry: () => boolean): boolean {
    if (take(close)) return true
    do if (!entry()) return false
    while (take(','))
    return take(close)
  }
  function value(): boolean {
    skip(SPACE)
    if (text[at] === '"') return string()
    if (take('{')) return entries('}', () => string() && take(':') && value())
    if (take('[')) return entries(']', value)
    return skip(SCALAR)
  }

  if (value()) {
    skip(SPACE)
    if (at === text.length) return undefined
  }
  return `${found(text, at)} at ${place(text, at)}`
}

function found(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? 'the end' : `an unexpected ${JSON.stringify(String.fromCodePoint(code))}`
}

function place(text: string, at: number): string {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return `line ${line}, column ${at - before.lastIndexOf('\n')} (position ${at})`
}
