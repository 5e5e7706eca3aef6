const utf8 = new TextDecoder('utf-8', { fatal: true })
const shiftJis = new TextDecoder('shift_jis', { fatal: true })

/**
 * The name of a file in a zip. macOS writes UTF-8 without saying so, and Windows in Japan writes Shift_JIS. In European
 * encodings, a letter with an accent may look like one Japanese character, but hardly like two.
 */
export function zipName(bytes: Uint8Array, otherwise: string): string {
  const japanese = decoded(shiftJis, bytes)
  const name = decoded(utf8, bytes) ?? (japanese !== undefined && /[^\0-\x7f]{2}/.test(japanese) ? japanese : otherwise)
  return name.replaceAll('\\', '/').normalize('NFC')
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
