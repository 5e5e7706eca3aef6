import { Readable } from 'node:stream'

/** The other side sent nothing, and took nothing, for too long. */
export class StallError extends Error {
  override readonly name = 'StallError'

  constructor(limitMs: number) {
    super(`no progress for ${limitMs / 1000} s`)
  }
}

/**
 * Rejects, and aborts the work, when `progress` has returned the same number for `limitMs`. So work without a progress of its
 * own has `limitMs` in total. Work that ignores the signal is left running; what comes of it is ignored.
 */
export async function failWhenStalled<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  progress: () => number = () => 0,
): Promise<T> {
  const controller = new AbortController()
  const stalled = Promise.withResolvers<never>()
  let last = { value: progress(), at: performance.now() }
  const timer = setInterval(() => {
    const now = { value: progress(), at: performance.now() }
    if (now.value !== last.value) last = now
    if (now.at - last.at < limitMs) return
    const error = new StallError(limitMs)
    stalled.reject(error)
    controller.abort(error)
  }, limitMs / 10)
  try {
    return await Promise.race([work(controller.signal), stalled.promise])
  } finally {
    clearInterval(timer)
  }
}

/**
 * The same bytes, as a stream that fails when the source has none for `limitMs` although somebody reads. Waits for the first
 * ones, so that a source that never sends any is found out while a request can still be answered with an error.
 */
export async function readWithStallLimit(source: Readable, limitMs: number): Promise<Readable> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  const next = () => failWhenStalled(limitMs, () => chunks.next())
  try {
    const first = await next()
    const body = Readable.from(chunksFrom(first, next), { objectMode: false })
    // Also when the reader leaves before the end.
    return body.once('close', () => source.destroy())
  } catch (error) {
    source.destroy()
    throw error
  }
}

async function* chunksFrom<T>(first: IteratorResult<T>, next: () => Promise<IteratorResult<T>>): AsyncGenerator<T> {
  for (let item = first; !item.done; item = await next()) yield item.value
}
