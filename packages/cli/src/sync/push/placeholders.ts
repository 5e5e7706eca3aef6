import type { CreatePost, Post } from '@galley/client'
import { inParallel } from '../../server/in-parallel.ts'
import type { ServerPost } from '../../server/own-posts.ts'
import type { Entry } from '../plan.ts'
import type { Sync } from '../sync.ts'
import { isExternalIdTaken } from './push-post.ts'

/** Matches no version of a post: what somebody wrote meanwhile is not replaced, but reported as edited elsewhere. */
const NO_VERSION = '""'

/**
 * A new post has no address before it exists. New posts that others link to are therefore created first, as drafts with a
 * title only, and then changed like existing ones. So are new posts that are archived, which cannot be created as such.
 * An interrupted push leaves such drafts behind; the next one fills them.
 */
export async function createPlaceholders(
  sync: Sync,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, ServerPost>> {
  const wanted = new Set(entries.flatMap(({ local }) => local.missingPosts))
  const needed = entries.filter(
    ({ file, remote, local }) =>
      remote === undefined && (wanted.has(file.path) || local.record.fields.status === 'archived'),
  )
  const made = new Map<string, ServerPost>()
  await inParallel(needed, 8, async ({ file }) => {
    const body = { title: String(file.fields.title), content: '', external_id: file.externalId }
    const post = await createOrRead(sync, body)
    const isEmpty = post.content === '' && post.status === 'draft'
    made.set(file.path, { ...post, etag: isEmpty ? (post.etag ?? '') : NO_VERSION })
  })
  return made
}

async function createOrRead({ client, gate, signal }: Sync, body: CreatePost & { external_id: string }): Promise<Post> {
  try {
    await gate.run(() => client.posts.create(body, { signal }))
  } catch (error) {
    if (!isExternalIdTaken(error)) throw error
  }
  return gate.run(() => client.posts.readByExternalId(body.external_id, { signal }))
}
