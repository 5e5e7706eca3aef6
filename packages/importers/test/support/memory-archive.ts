import { Archive, type OpenFile } from '../../src/archive/archive.ts'

/** The files of an export in memory. */
export const memoryArchive = (files: Readonly<Record<string, string | Uint8Array>>): Archive =>
  new Archive(
    new Map(Object.entries(files).map(([path, content]): [string, OpenFile] => [path, () => streamOf(content)])),
  )

/** In small pieces, as a file arrives. */
const streamOf = (content: string | Uint8Array): ReadableStream<Uint8Array> =>
  ReadableStream.from(pieces(Buffer.from(content as string)))

function* pieces(bytes: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384)
}
