import type { LocalResult } from '../api/local-client.ts'
import { CachedAnswer } from '../cache/cached-answer.ts'
import { Semaphore } from '../core/limits/semaphore.ts'

/** A page that waits for the database delays no other, unless this many wait. */
const PAGES_AT_ONCE = 4
const LARGE_RESULT_BYTES = 512 * 1024

/** Awaited by a page with each result of the API before it uses it. */
export type BeforeUse = (result: LocalResult | undefined) => Promise<void>

/**
 * Limits the memory that pages take while they are rendered. A page of a long article needs several times its size, so
 * those with large results of the API are rendered one at a time. Forms are not limited: they answer with a redirect.
 */
export function createPageLimit(): <T>(method: string, render: (beforeUse: BeforeUse) => Promise<T>) => Promise<T> {
  const pages = new Semaphore(PAGES_AT_ONCE)
  const largePages = new Semaphore(1)
  return (method, render) =>
    method === 'GET' || method === 'HEAD'
      ? pages.run(1, () => limitLarge(largePages, render))
      : render(() => Promise.resolve())
}

async function limitLarge<T>(largePages: Semaphore, render: (beforeUse: BeforeUse) => Promise<T>): Promise<T> {
  const finished = Promise.withResolvers<void>()
  let started: Promise<void> | undefined
  /** Resolves when no other large page is being rendered. */
  const start = () =>
    new Promise<void>(resolve => {
      void largePages.run(1, () => {
        resolve()
        return finished.promise
      })
    })
  try {
    return await render(async result => {
      if (!(result instanceof CachedAnswer) || result.plain.bytes.length <= LARGE_RESULT_BYTES) return
      started ??= start()
      await started
    })
  } finally {
    finished.resolve()
  }
}
