import { setImmediate as nextTick } from 'node:timers/promises'
import { SEARCHES } from '../../../platform/cache/subjects.ts'
import type { AppContext } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import { documentsOf, type IndexedPost, type SearchDocument } from './document.ts'
import { deleteWhole, putDocuments, readPosts, takeQueued, tryLockIndex } from './index-store.ts'

type Context = Pick<AppContext, 'db' | 'bus' | 'log'>

export const BATCH = 50

/**
 * Indexes the posts at the front of the queue. Returns how many entries it took, at most `BATCH`; undefined if another
 * process is indexing. A crash leaves them in the queue.
 */
export async function indexQueued({ db, bus, log }: Context): Promise<number | undefined> {
  const indexed = await db.transaction().execute(async trx => {
    if (!(await tryLockIndex(trx))) return undefined
    const queued = await takeQueued(trx, BATCH)
    if (queued.length > 0) await putPosts(trx, log, await readPosts(trx, queued))
    return queued.length
  })
  if (indexed !== undefined && indexed > 0) {
    const message = { about: 'public', subjects: [SEARCHES] } as const
    bus.deliver(message)
    bus.sendSoon([message])
  }
  return indexed
}

/** Writes the documents of posts. The caller holds the lock of the index. */
export async function putPosts(trx: Tx, log: AppContext['log'], posts: readonly IndexedPost[]): Promise<void> {
  await deleteWhole(
    trx,
    posts.filter(post => !post.is_paid).map(post => post.id),
  )
  const documents: SearchDocument[] = []
  for (const post of posts) {
    documents.push(...safeDocuments(log, post))
    // Requests are answered between two posts.
    await nextTick()
  }
  await putDocuments(trx, documents)
}

/** A post that cannot be indexed must not stop all others. */
function safeDocuments(log: AppContext['log'], post: IndexedPost): SearchDocument[] {
  try {
    return documentsOf(post)
  } catch (error) {
    log.error({ err: error, post: post.id }, 'a post could not be indexed for the search')
    return []
  }
}
