import { type Static, Type } from 'typebox'
import { IMAGE_TYPES } from '../values/images.ts'
import { nullable, oneOf, Timestamp, Uuid } from './schema.ts'

export const Upload = Type.Object(
  {
    url: Type.String({ description: 'Public URL of the image, for example for `thumbnail_url`.' }),
    path: Type.String({ description: 'The storage path: `posts/<user_id>/<uuid>.<ext>`.' }),
    file_name: Type.String({ description: 'The file name in the request.' }),
    file_size: Type.Integer({ minimum: 0, description: 'Stored size in bytes.' }),
    mime_type: oneOf(IMAGE_TYPES, { description: 'Detected from the content, not from the file name.' }),
  },
  { title: 'Upload' },
)
export type Upload = Static<typeof Upload>

/** The fields of a post that the thumbnail calls return. */
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
