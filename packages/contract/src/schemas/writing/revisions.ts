import { type Static, Type } from 'typebox'
import { TOKEN_NAME_MAX_CHARACTERS } from '../../values/limits.ts'
import { acceptingAndIgnoring, Count, closed, nullable, page, Timestamp, Uuid } from '../schema.ts'
import { ChangePost, Post } from './posts.ts'

/** The fields of a post that a revision has: all that authors write, except status, time of publication and external id. */
export const REVISION_FIELDS = [
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

const about = {
  id: Uuid,
  is_pending: Type.Boolean({
    description: 'Whether these are changes of a public post that readers do not see yet. A post has at most one.',
  }),
  client: nullable(Type.String({ maxLength: TOKEN_NAME_MAX_CHARACTERS }), {
    description: 'The name of the token that saved it; null for a logged-in browser.',
  }),
  created_at: Timestamp,
  saved_at: Timestamp,
  content_sha256: Type.String(),
}

export const RevisionItem = Type.Object({ ...about, title: Type.String() }, { title: 'RevisionItem' })
export type RevisionItem = Static<typeof RevisionItem>

const { title, content, post_type, visibility, category, tags, subtitle, is_paid, price_jpy } = Post.properties
const { free_preview_length, salon_id, salon_only, thumbnail_url, cover_image_url, seo_title } = Post.properties
const { meta_description, canonical_url, series_id, series_position } = Post.properties

export const Revision = Type.Object(
  {
    ...about,
    title,
    content,
    post_type,
    visibility,
    category,
    tags,
    subtitle,
    is_paid,
    price_jpy,
    free_preview_length,
    salon_id,
    salon_only,
    thumbnail_url,
    cover_image_url,
    seo_title,
    meta_description,
    canonical_url,
    series_id,
    series_position,
  },
  { title: 'Revision' },
)
export type Revision = Static<typeof Revision>

export const RevisionList = Type.Object(
  { revisions: Type.Array(RevisionItem), total: Count },
  { title: 'RevisionList' },
)
export type RevisionList = Static<typeof RevisionList>

export const ListRevisionsQuery = Type.Object(page)
export type ListRevisionsQuery = Static<typeof ListRevisionsQuery>

export const PendingQuery = Type.Object({
  if_pending: Type.Optional(
    Type.String({
      maxLength: 36,
      description:
        'The id of the pending revision that you have read, or `none`. If the post has another one by now, the answer is 412.',
    }),
  ),
})
export type PendingQuery = Static<typeof PendingQuery>

const written = ChangePost.properties
/** Fields that are left out stay as they are in the pending revision, or in the post if there is none. */
export const SavePendingRevision = acceptingAndIgnoring(
  closed('SavePendingRevision', {
    title: written.title,
    content: written.content,
    post_type: written.post_type,
    visibility: written.visibility,
    category: written.category,
    tags: written.tags,
    subtitle: written.subtitle,
    is_paid: written.is_paid,
    price_jpy: written.price_jpy,
    free_preview_length: written.free_preview_length,
    salon_id: written.salon_id,
    salon_only: written.salon_only,
    thumbnail_url: written.thumbnail_url,
    cover_image_url: written.cover_image_url,
    seo_title: written.seo_title,
    meta_description: written.meta_description,
    canonical_url: written.canonical_url,
    series_id: written.series_id,
    series_position: written.series_position,
  }),
  Revision,
)
export type SavePendingRevision = Static<typeof SavePendingRevision>
