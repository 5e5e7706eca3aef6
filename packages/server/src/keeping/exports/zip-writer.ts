import { addAbortSignal, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

type Content = string | Readable | AsyncIterable<string>

/**
 * Writes a zip while it is sent. Each file is opened when the one before it has been written, so the memory does not grow
 * with the archive.
 */
export class ZipWriter {
  readonly #zip = new ZipFile()
  readonly #stopped: AbortSignal

  constructor(stopped: AbortSignal) {
    this.#stopped = stopped
  }

  get output(): Readable {
    return this.#zip.outputStream as Readable
  }

  /** Resolves when the file's content is about to be written. After a stop it rejects, and the content is closed. */
  async add(path: string, open: () => Promise<Content> | Content, { compress = true } = {}): Promise<void> {
    let content: Content | undefined = await open()
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        if (content instanceof Readable) content.destroy()
        reject(this.#stopped.reason)
      }
      if (this.#stopped.aborted) return stop()
      this.#stopped.addEventListener('abort', stop, { once: true })
      this.#zip.addReadStreamLazy(path, { compress, mtime: new Date() }, callback => {
        this.#stopped.removeEventListener('abort', stop)
        resolve()
        const stream = addAbortSignal(this.#stopped, toStream(content ?? ''))
        // The library keeps this function until the archive ends, so it must not keep the content.
        content = undefined
        // Without a listener, a failed read would end the process.
        stream.once('error', error => this.output.destroy(error))
        callback(null, stream)
      })
    })
  }

  end(): void {
    this.#zip.end()
  }
}

const toStream = (content: Content): Readable =>
  content instanceof Readable
    ? content
    : Readable.from(typeof content === 'string' ? [Buffer.from(content)] : bytesOf(content))

async function* bytesOf(content: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of content) yield Buffer.from(part)
}
