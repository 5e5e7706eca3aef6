import { ArchiveError } from '../problems/problem.ts'

/** The decoder for an XML file that begins with these bytes: by its byte order mark, its declaration, or UTF-8. */
export function decoderFor(start: Uint8Array): InstanceType<typeof TextDecoder> {
  const label = markedEncoding(start) ?? declaredEncoding(start) ?? 'utf-8'
  try {
    return new TextDecoder(label)
  } catch {
    throw new ArchiveError({ code: 'encoding_unknown', values: { encoding: label } })
  }
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function declaredEncoding(start: Uint8Array): string | undefined {
  const text = new TextDecoder('latin1').decode(start.subarray(0, 200))
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(text)?.[1]
}
