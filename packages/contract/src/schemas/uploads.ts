import { type Static, Type } from 'typebox'
import { IMAGE_TYPES } from '../values/images.ts'
import { nullable, oneOf, Timestamp, Uuid } from './schema.ts'

export const Upload = Type.Object(
  {
    url: Type.String({ description: 'Public address of the image, to be used as `thumbnail_url`.' }),
    path: Type.String({ description: 'Where it is stored: `posts/<user_id>/<uuid>.<ext>`.' }),
    file_name: Type.String({ description: 'The name it was sent under.' }),
    file_size: Type.Integer({ minimum: 0, description: 'Bytes stored.' }),
    mime_type: oneOf(IMAGE_TYPES, { description: 'What the bytes are, whatever the name says.' }),
  },
  { title: 'Upload' },
)
export type Upload = Static<typeof Upload>

/** The part of a post that the thumbnail calls answer with. */
export const ThumbnailPost = Type.Object(
  {
    id: Uuid,
    slug: Type.String(),
    title: Type.String(),
    thumbnail_url: nullable(Type.String()),
    updated_at: Timestamp,
  },
  { title: 'ThumbnailPost' },
)
export type ThumbnailPost = Static<typeof ThumbnailPost>

export const ThumbnailSet = Type.Object({ post: ThumbnailPost, upload: Upload }, { title: 'ThumbnailSet' })
export type ThumbnailSet = Static<typeof ThumbnailSet>

export const ThumbnailRemoved = Type.Object({ post: ThumbnailPost }, { title: 'ThumbnailRemoved' })
export type ThumbnailRemoved = Static<typeof ThumbnailRemoved>
