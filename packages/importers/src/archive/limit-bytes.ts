import { type Readable, Transform } from 'node:stream'
import { FileError } from './archive-error.ts'
import { type ByteBudget, tooLarge } from './byte-budget.ts'

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
