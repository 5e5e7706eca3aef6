import { CachedAnswer } from '../cache/cached-answer.ts'
import { Semaphore } from '../core/limits/semaphore.ts'

const PAGES_AT_ONCE = 4
const LARGE_RESULT_BYTES = 512 * 1024

/** Makes a call of the API for a page, which may use the result when this resolves. */
export type CallApi = <T>(call: () => Promise<T>) => Promise<T>

/**
 * Limits the memory that pages take while they are rendered. A page of a long article needs several times its size, so
 * those with large results of the API are rendered one at a time. A page that waits for the API has no place, so that slow
 * calls delay no other page. Forms are not limited: they answer with a redirect.
 */
export function createPageLimit(): <T>(method: string, render: (callApi: CallApi) => Promise<T>) => Promise<T> {
  const pages = new Semaphore(PAGES_AT_ONCE)
  const largePages = new Semaphore(1)
  return (method, render) =>
    method === 'GET' || method === 'HEAD'
      ? limited(new Place(pages), new Place(largePages), render)
      : render(call => call())
}

async function limited<T>(place: Place, largePlace: Place, render: (callApi: CallApi) => Promise<T>): Promise<T> {
  let calls = 0
  // A page may end before its calls do.
  let hasEnded = false
  try {
    return await render(async call => {
      calls++
      place.leave()
      try {
        const result = await call()
        if (isLarge(result) && !hasEnded) await largePlace.take()
        return result
      } finally {
        calls--
        if (calls === 0 && !hasEnded) await place.take()
      }
    })
  } finally {
    hasEnded = true
    place.leave()
    largePlace.leave()
  }
}

const isLarge = (result: unknown) => result instanceof CachedAnswer && result.plain.bytes.length > LARGE_RESULT_BYTES

/** The place of one page among others, which it can leave and take again. */
class Place {
  readonly #places: Semaphore
  #taken: Promise<void> | undefined
  #left = Promise.withResolvers<void>()

  constructor(places: Semaphore) {
    this.#places = places
  }

  take(): Promise<void> {
    const { promise } = this.#left
    this.#taken ??= new Promise(resolve => {
      void this.#places.run(1, () => {
        resolve()
        return promise
      })
    })
    return this.#taken
  }

  leave(): void {
    this.#left.resolve()
    this.#left = Promise.withResolvers()
    this.#taken = undefined
  }
}
