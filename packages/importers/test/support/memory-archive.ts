import { Readable } from 'node:stream'
import type { Archive } from '../../src/archive/archive.ts'
import { FileError } from '../../src/archive/archive-error.ts'

/** The files of an export in memory. */
export function memoryArchive(files: Readonly<Record<string, string | Uint8Array>>): Archive {
  const read = async (path: string): Promise<Buffer> => {
    const content = files[path]
    if (content === undefined) throw new FileError(`There is no file ${path}.`)
    return Buffer.from(content as string)
  }
  return {
    paths: Object.keys(files).sort(),
    has: path => Object.hasOwn(files, path),
    read,
    // In small pieces, as a file arrives.
    stream: async path => Readable.from(pieces(await read(path))),
    close: async () => {},
  }
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384)
}
