import { createHash } from 'node:crypto'
import type { Client, Post, Revision } from '@galley/client'

const FIELDS = [
  'title',
  'content',
  'post_type',
  'visibility',
  'category',
  'tags',
  'subtitle',
  'is_paid',
  'price_jpy',
  'free_preview_length',
  'salon_id',
  'salon_only',
  'thumbnail_url',
  'cover_image_url',
  'seo_title',
  'meta_description',
  'canonical_url',
  'series_id',
  'series_position',
] as const

/** A post with the changes that readers do not see yet. */
export interface Version {
  readonly post: Post
  readonly pending: Revision | undefined
  /** The fields of the pending changes, or of the post. */
  readonly fields: Pick<Post, (typeof FIELDS)[number]>
  /** Of the post and its pending changes, if there are any. */
  readonly etag: string
  /** Identifies what publishing would show. */
  readonly digest: string
}

export async function readVersion(client: Client, id: string): Promise<Version> {
  const [post, { revisions }] = await Promise.all([client.posts.read(id), client.revisions.list(id, { limit: 1 })])
  const [first] = revisions
  const pending = first?.is_pending ? await client.revisions.read(id, first.id) : undefined
  const from = pending ?? post
  const fields = Object.fromEntries(FIELDS.map(name => [name, from[name]])) as Version['fields']
  return { post, pending, fields, etag: versionEtag(post, pending), digest: digestOf(post.id, fields) }
}

export const versionEtag = ({ etag }: Post, pending: Revision | undefined): string =>
  pending === undefined ? (etag ?? '') : `${etag} ${pending.id}`

const digestOf = (id: string, fields: Version['fields']): string =>
  createHash('sha256')
    .update(JSON.stringify([id, fields]))
    .digest('hex')

/** Whether readers see the post, will see it, or have seen it: then changes wait for their publication. */
export const isPublic = ({ status, published_at }: Post): boolean =>
  status === 'published' || status === 'scheduled' || published_at !== null
