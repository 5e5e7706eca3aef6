import { type Readable, Transform } from 'node:stream'
import { ArchiveError, FileError } from './archive-error.ts'

/** Counts the bytes of all files of an archive, so that a small archive cannot expand without an end. */
export class ByteBudget {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  take(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw new ArchiveError('The archive is too large when it is unpacked.')
  }
}

/** Passes a file on, up to this number of bytes. */
export function limitBytes(source: Readable, path: string, maxBytes: number, budget: ByteBudget): Readable {
  let bytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      try {
        if (bytes > maxBytes) throw tooLarge(path, maxBytes)
        budget.take(chunk.length)
        done(null, chunk)
      } catch (error) {
        source.destroy()
        done(error as Error)
      }
    },
  })
  source.on('error', error => limited.destroy(new FileError(`${path} is damaged: ${error.message}`)))
  limited.on('close', () => source.destroy())
  return source.pipe(limited)
}

export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const tooLarge = (path: string, maxBytes: number) =>
  new FileError(`${path} has more than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
