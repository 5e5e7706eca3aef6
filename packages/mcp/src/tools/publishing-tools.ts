import { z } from 'zod'
import { answer, ToolError } from '../answers.ts'
import { tool } from '../tool.ts'
import { readVersion, type Version } from '../version-of.ts'
import { postId } from './fields.ts'

export const previewPost = tool({
  name: 'preview_post',
  title: 'Create a preview link',
  description:
    'A page with the post as it would be published, for the author to look at, and the digest of that version. Anybody who has the address can read it for a day.',
  effect: 'adds',
  input: z.object({ id: postId }),
  async run({ client }, { id }) {
    const { post, pending, digest } = await readVersion(client, id)
    const { url, expires_at } = await client.posts.createPreviewLink(post.id)
    const isShown = post.status !== 'published' || pending !== undefined
    return answer({
      id: post.id,
      url,
      expires_at,
      digest,
      ...(!isShown && { note: 'Readers see this version already.' }),
    })
  },
})

export const setPublication = tool({
  name: 'set_publication',
  title: 'Publish, schedule or unpublish',
  description:
    'Changes what readers see. Call it only when the author has asked for it and has seen the preview. Needs the digest of preview_post, and a token with the right to publish.',
  effect: 'publishes',
  input: z.object({
    id: postId,
    digest: z.string().describe('Of the version that the author has seen.'),
    action: z.enum(['publish', 'schedule', 'unpublish']),
    at: z.iso.datetime({ offset: true }).optional().describe('When to publish, for schedule.'),
  }),
  async run({ client }, { id, digest, action, at }) {
    const version = await readVersion(client, id)
    if (digest !== version.digest) {
      throw new ToolError('The post is not the version with this digest. Nothing was changed. Call preview_post again.')
    }
    const etag = await withPending(client, version, action)
    const { post } = version
    const change =
      action === 'publish'
        ? { status: 'published' as const }
        : action === 'unpublish'
          ? { status: 'draft' as const }
          : { status: 'scheduled' as const, scheduled_for: at ?? missingTime() }
    const changed = await client.posts.change(post.id, change, { ifMatch: etag })
    const { status, scheduled_for, published_at, url } = changed
    return answer({ id: post.id, status, scheduled_for, published_at, url, etag: changed.etag })
  },
})

/** Pending changes become part of the post before it is published. Returns the post's etag. */
async function withPending(
  client: Parameters<typeof readVersion>[0],
  { post, pending }: Version,
  action: string,
): Promise<string | undefined> {
  const ifMatch = post.etag ?? undefined
  if (pending === undefined || action === 'unpublish') return ifMatch
  // The id is that of the version that was read: a later one has another id and is not published.
  return (await client.revisions.restore(post.id, pending.id, { ifMatch })).etag ?? undefined
}

function missingTime(): never {
  throw new ToolError('Send `at`, the time of publication, such as 2030-01-01T09:00:00+09:00.')
}
