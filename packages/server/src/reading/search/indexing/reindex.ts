import { SEARCHES } from '../../../platform/cache/subjects.ts'
import type { AppContext } from '../../../platform/context.ts'
import { NIL_ID } from '../../../platform/core/ids.ts'
import { BATCH, putPosts } from './index-posts.ts'
import {
  countPosts,
  deleteOrphans,
  finishProgress,
  lockIndex,
  lockProgress,
  readPostsAfter,
  readProgress,
  writeProgress,
} from './index-store.ts'

type Context = Pick<AppContext, 'db' | 'bus' | 'log'>

/** Increased when the same text leads to other terms: then all posts are indexed again. */
export const INDEX_VERSION = 4

export interface ReindexProgress {
  readonly indexed: number
  readonly total: number
}

/** Whether all posts have been indexed by this release. */
export async function isIndexComplete({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const progress = await readProgress(db)
  return progress !== undefined && progress.version === INDEX_VERSION && progress.finished_at !== null
}

/** A run of the task ends after this time and the next one continues, so that a stop of the server does not wait. */
const RUN_MS = 20_000

/** Indexes all posts if that has not been done yet. Returns whether this run has finished it. */
export async function indexSearch(context: Context): Promise<boolean> {
  if (await isIndexComplete(context)) return false
  return continueIndex(context, { untilMs: performance.now() + RUN_MS })
}

/** The next complete run begins with the first post. */
export async function restartIndex({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await db.transaction().execute(trx => writeProgress(trx, { version: INDEX_VERSION, cursor: NIL_ID, indexed: 0 }))
}

/**
 * Indexes all posts while the server runs, oldest first. It goes on where the last run has ended, and ends after
 * `untilMs` (of `performance.now`). Returns whether all posts are indexed.
 */
export async function continueIndex(
  context: Context,
  {
    untilMs = Number.POSITIVE_INFINITY,
    report,
  }: { untilMs?: number; report?: (progress: ReindexProgress) => void } = {},
): Promise<boolean> {
  const total = await countPosts(context.db)
  do {
    const { isFinished, indexed } = await indexNext(context)
    report?.({ indexed, total: Math.max(total, indexed) })
    if (!isFinished) continue
    await deleteOrphans(context.db)
    context.bus.sendSoon([{ about: 'public', subjects: [SEARCHES] }])
    return true
  } while (performance.now() < untilMs)
  return false
}

async function indexNext({ db, log }: Context): Promise<{ isFinished: boolean; indexed: number }> {
  return db.transaction().execute(async trx => {
    await lockIndex(trx)
    const last = await lockProgress(trx)
    const { cursor, indexed } = last.version === INDEX_VERSION ? last : { cursor: NIL_ID, indexed: 0 }
    const posts = await readPostsAfter(trx, cursor, BATCH)
    await putPosts(trx, log, posts)
    const next = { version: INDEX_VERSION, cursor: posts.at(-1)?.id ?? cursor, indexed: indexed + posts.length }
    await writeProgress(trx, next)
    const isFinished = posts.length < BATCH
    if (isFinished) await finishProgress(trx)
    return { isFinished, indexed: next.indexed }
  })
}
