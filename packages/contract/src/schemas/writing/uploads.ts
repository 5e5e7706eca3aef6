import { type Static, Type } from 'typebox'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MIN, UPLOAD_USES_MAX, UPLOADS_LIMIT_MAX } from '../../values/limits.ts'
import { IMAGE_TYPES, UPLOAD_USES } from '../../values/writing/images.ts'
import { Count, Flag, nullable, oneOf, page, Timestamp, UrlInput, Uuid } from '../schema.ts'

const digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const side = Type.Integer({ minimum: 1, description: 'In pixels.' })

const record = {
  url: Type.String({ description: 'Public URL of the image, for example for `thumbnail_url`.' }),
  path: Type.String({ description: 'The storage path: `posts/<user_id>/<uuid>.<ext>`.' }),
  file_name: Type.String({ description: 'The file name in the request.' }),
  file_size: Type.Integer({ minimum: 0, description: 'Stored size in bytes.' }),
  mime_type: oneOf(IMAGE_TYPES, { description: 'Detected from the content, not from the file name.' }),
  id: Uuid,
  sha256: Type.String({ ...digest, description: 'SHA-256 of the file as it was sent, in hex.' }),
  stored_sha256: Type.String({
    ...digest,
    description: 'SHA-256 of the file as it is served. It differs from `sha256` if metadata was removed.',
  }),
  width: side,
  height: side,
}

export const Upload = Type.Object(record, { title: 'Upload' })
export type Upload = Static<typeof Upload>

export const FetchImage = Type.Object(
  {
    url: UrlInput,
    file_name: Type.Optional(
      Type.String({ maxLength: 200, description: 'By default the last part of the path of the address.' }),
    ),
  },
  { title: 'FetchImage', additionalProperties: false },
)
export type FetchImage = Static<typeof FetchImage>

/** Something that shows an image. */
export const UploadUse = Type.Object(
  {
    type: oneOf(UPLOAD_USES),
    id: Type.String({ ...Uuid, description: 'Of the post, comment or series; of the user for `profile`.' }),
    title: nullable(Type.String(), { description: 'Of the post or series; null for others.' }),
  },
  { title: 'UploadUse' },
)
export type UploadUse = Static<typeof UploadUse>

export const ListedUpload = Type.Object(
  {
    ...record,
    created_at: Timestamp,
    used_by: Type.Array(UploadUse, {
      description: `What shows the image, at most ${UPLOAD_USES_MAX}: your own, and what everybody can see of others.`,
    }),
  },
  { title: 'ListedUpload' },
)
export type ListedUpload = Static<typeof ListedUpload>

export const UploadList = Type.Object({ uploads: Type.Array(ListedUpload), total: Count }, { title: 'UploadList' })
export type UploadList = Static<typeof UploadList>

export const ListUploadsQuery = Type.Object({
  sha256: Type.Optional(
    Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'Of the file as it was sent, or as it is served.' }),
  ),
  ...page,
  limit: Type.Optional(
    Type.Integer({ minimum: PAGE_LIMIT_MIN, maximum: UPLOADS_LIMIT_MAX, default: PAGE_LIMIT_DEFAULT }),
  ),
})
export type ListUploadsQuery = Static<typeof ListUploadsQuery>

export const DeleteUploadQuery = Type.Object({
  force: Type.Optional(Flag),
})
export type DeleteUploadQuery = Static<typeof DeleteUploadQuery>

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
