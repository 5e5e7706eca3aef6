import type { SiteRequest, SiteResponse } from '@galley/web/site'
import { Semaphore } from '../core/limits/semaphore.ts'

type Handle = (sent: SiteRequest) => Promise<SiteResponse>

/** A page that waits for the database delays no other, unless this many wait. */
const PAGES_AT_ONCE = 4
const LARGE_ANSWER_BYTES = 512 * 1024

/**
 * Limits the memory that pages take while they are rendered. A page of a long article needs several times its size, so
 * those with large answers of the API are rendered one at a time. Forms are not limited: they answer with a redirect.
 */
export function createPageLimit(): (handle: Handle) => Handle {
  const pages = new Semaphore(PAGES_AT_ONCE)
  const largePages = new Semaphore(1)
  return handle => sent =>
    sent.method === 'GET' || sent.method === 'HEAD'
      ? pages.run(1, () => limitLarge(largePages, handle, sent))
      : handle(sent)
}

async function limitLarge(largePages: Semaphore, handle: Handle, sent: SiteRequest): Promise<SiteResponse> {
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
  const fetch: SiteRequest['fetch'] = async (address, init) => {
    const answer = await sent.fetch(address, init)
    if (Number(answer.headers.get('content-length')) > LARGE_ANSWER_BYTES) {
      started ??= start()
      await started
    }
    return answer
  }
  try {
    return await handle({ ...sent, fetch })
  } finally {
    finished.resolve()
  }
}
