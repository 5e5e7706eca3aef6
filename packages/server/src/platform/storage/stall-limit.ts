import { Readable } from 'node:stream'

/** The other side neither sent nor accepted anything for too long. */
export class StallError extends Error {
  override readonly name = 'StallError'

  constructor(limitMs: number) {
    super(`no progress for ${limitMs / 1000} s`)
  }
}

/**
 * Rejects, and aborts the work, if `progress` has returned the same number for `limitMs`. So work without its own
 * progress has `limitMs` in total. Work that ignores the signal keeps running; its result is ignored.
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
 * The same bytes, as a stream that fails if the source has none for `limitMs` although there is a reader. Waits for the
 * first bytes, so that a source that never sends any is detected while a request can still be answered with an error.
 */
export async function readWithStallLimit(source: Readable, limitMs: number): Promise<Readable> {
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  const next = () => failWhenStalled(limitMs, () => chunks.next())
  try {
    const first = await next()
    const body = Readable.from(chunksFrom(first, next), { objectMode: false })
    // Also if the reader disconnects before the end.
    return body.once('close', () => source.destroy())
  } catch (error) {
    source.destroy()
    throw error
  }
}

async function* chunksFrom<T>(first: IteratorResult<T>, next: () => Promise<IteratorResult<T>>): AsyncGenerator<T> {
  for (let item = first; !item.done; item = await next()) yield item.value
}
