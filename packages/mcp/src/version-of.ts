import { createHash } from 'node:crypto'
import type { Client, Post, Revision } from '@galley/client'

type Field = Exclude<keyof Revision & keyof Post, 'id' | 'created_at' | 'content_sha256'>

/** What authors see before they publish. An object, so that the compiler finds a field of revisions that is missing here. */
const FIELDS: Readonly<Record<Field, true>> = {
  title: true,
  content: true,
  post_type: true,
  visibility: true,
  category: true,
  tags: true,
  subtitle: true,
  is_paid: true,
  price_jpy: true,
  free_preview_length: true,
  salon_id: true,
  salon_only: true,
  thumbnail_url: true,
  cover_image_url: true,
  seo_title: true,
  meta_description: true,
  canonical_url: true,
  series_id: true,
  series_position: true,
}

/** A post with the changes that readers do not see yet. */
export interface Version {
  readonly post: Post
  readonly pending: Revision | undefined
  /** The fields of the pending changes, or of the post. */
  readonly fields: Pick<Post, Field>
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
  const fields = Object.fromEntries(
    (Object.keys(FIELDS) as Field[]).map(name => [name, from[name]]),
  ) as Version['fields']
  return { post, pending, fields, etag: versionEtag(post, pending), digest: digestOf(post.id, fields) }
}

export const versionEtag = ({ etag }: Post, pending: Revision | undefined): string =>
  pending === undefined ? (etag ?? '') : `${etag} ${pending.id}`

const digestOf = (id: string, fields: Version['fields']): string =>
  createHash('sha256')
    .update(JSON.stringify([id, fields]))
    .digest('hex')

/** Ordinary texts of fewer characters never exceed a limit of rendering. */
const LONG_CHARACTERS = 50_000

/** The limit of rendering that a text exceeds, also if readers do not see it yet. */
export async function findExceededLimit(client: Client, content = ''): Promise<Post['exceeded_limit']> {
  return content.length > LONG_CHARACTERS ? (await client.preview.render({ content })).exceeded_limit : null
}

/** Whether readers see the post, will see it, or have seen it: then changes wait for their publication. */
export const isPublic = ({ status, published_at }: Post): boolean =>
  status === 'published' || status === 'scheduled' || published_at !== null

/** What is said about a post that an admin has hidden: its status does not tell it. */
export const hiddenNote = ({ hidden_at }: Post): { note?: string } =>
  hidden_at === undefined
    ? {}
    : { note: 'An admin has hidden this post: readers do not see it, and preview links do not show it.' }
