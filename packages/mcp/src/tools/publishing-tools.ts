import type { ChangePost } from '@galley/client'
import { z } from 'zod'
import { respond, ToolError } from '../responses.ts'
import { tool } from '../tool.ts'
import { hiddenNote, readVersion, type Version } from '../version-of.ts'
import { postId } from './fields.ts'

export const previewPost = tool({
  name: 'preview_post',
  title: 'Create a preview link',
  description:
    'A page with the post as it would be published, for the author to look at, and the digest of that version. Anybody who has the address can read it for a day.',
  effect: 'writes',
  input: z.object({ id: postId }),
  async run({ client }, { id }) {
    const { post, pending, digest } = await readVersion(client, id)
    const { url, expires_at } = await client.posts.createPreviewLink(post.id)
    const isShown = post.status !== 'published' || pending !== undefined
    return respond({
      id: post.id,
      url,
      expires_at,
      digest,
      ...(!isShown && { note: 'Readers see this version already.' }),
      ...hiddenNote(post),
    })
  },
})

const TIME = 'the time of publication, such as 2030-01-01T09:00:00+09:00.'

export const setPublication = tool({
  name: 'set_publication',
  title: 'Publish, schedule or unpublish',
  description:
    'Changes what readers see. Call it only when the author has asked for it and has seen the preview. Needs the digest of preview_post, and a token with the right to publish.',
  effect: 'publishes',
  isIdempotent: true,
  input: z.object({
    id: postId,
    digest: z.string().describe('Of the version that the author has seen.'),
    action: z.enum(['publish', 'schedule', 'unpublish']),
    at: z.iso
      .datetime({ offset: true, error: `Must be ${TIME}` })
      .optional()
      .describe('When to publish, for schedule.'),
  }),
  async run({ client }, { id, digest, action, at }) {
    if (at !== undefined && action !== 'schedule') {
      throw new ToolError('`at` is for the action schedule only. Nothing was changed.')
    }
    const version = await readVersion(client, id)
    if (digest !== version.digest) {
      throw new ToolError('The post is not the version with this digest. Nothing was changed. Call preview_post again.')
    }
    const { post } = version
    const change = changeOf(version, action, at)
    const changed = await client.posts.change(post.id, change, { ifMatch: post.etag ?? undefined })
    const { status, scheduled_for, published_at, url } = changed
    return respond({ id: post.id, status, scheduled_for, published_at, url, etag: changed.etag, ...hiddenNote(post) })
  },
})

/** One change, so that a rejection leaves everything as it was. Pending changes become part of the post with it. */
function changeOf({ post, pending, fields }: Version, action: string, at: string | undefined): ChangePost {
  if (action === 'unpublish') return { status: 'draft' }
  const shown = pending === undefined ? {} : (fields as ChangePost)
  if (action === 'publish') return { ...shown, status: 'published' }
  if (at === undefined) {
    throw new ToolError(`Send \`at\`, ${TIME}`)
  }
  if (post.status === 'published') {
    throw new ToolError('The post is public already. Nothing was changed. Publish its changes, or unpublish it first.')
  }
  return { ...shown, status: 'scheduled', scheduled_for: at }
}
