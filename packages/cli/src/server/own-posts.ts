import type { Client, PostItem, TrashedPost } from '@galley/client'
import { PAGE_LIMIT_MAX } from '@galley/contract/limits'
import { inParallel } from './in-parallel.ts'

/** A post of one's own as lists have it: all fields that a file can set, and the digest of its text. */
export type ServerPost = PostItem

const PAGES_CONCURRENCY = 8

/** All posts of the account. The first page tells how many there are; the others are read in parallel. */
export async function listOwnPosts(client: Client, signal: AbortSignal): Promise<ServerPost[]> {
  const read = (offset: number) => client.posts.list({ limit: PAGE_LIMIT_MAX, offset }, { signal })
  const first = await read(0)
  const pages = new Map([[0, first.posts]])
  const offsets: number[] = []
  for (let offset = PAGE_LIMIT_MAX; offset < first.total; offset += PAGE_LIMIT_MAX) offsets.push(offset)
  await inParallel(offsets, PAGES_CONCURRENCY, async offset => void pages.set(offset, (await read(offset)).posts))
  // A post that was created meanwhile moves another one to the next page, where it appears again.
  const byId = new Map([0, ...offsets].flatMap(offset => pages.get(offset) ?? []).map(post => [post.id, post]))
  return [...byId.values()]
}

/** Posts that were deleted in the last 30 days. */
export async function listDeleted(client: Client, signal: AbortSignal): Promise<TrashedPost[]> {
  const deleted: TrashedPost[] = []
  for await (const post of client.trash.pages({}, { signal }).items()) deleted.push(post)
  return deleted
}
