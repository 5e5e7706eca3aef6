import { FileError } from '../problems/problem.ts'

/** The text of a UTF-8 file, without a byte order mark and with `\n` line ends. */
export function decodeText(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n').replaceAll('\0', '')
  } catch {
    throw new FileError({ code: 'file_not_utf8', values: { file: path } })
  }
}
