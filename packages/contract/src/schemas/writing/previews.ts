import { type Static, Type } from 'typebox'
import { PREVIEW_LINK_SECONDS, PREVIEW_TOKEN_MAX_CHARACTERS } from '../../values/limits.ts'
import { Author } from '../identity/accounts.ts'
import { closed, nullable, optionalBody, PostUrl, Timestamp } from '../schema.ts'
import { CategoryValue } from './categories.ts'
import { Preview } from './rendering.ts'

export const CreatePreviewLink = optionalBody(
  closed('CreatePreviewLink', {
    expires_in: Type.Optional(
      Type.Integer({
        minimum: PREVIEW_LINK_SECONDS.min,
        maximum: PREVIEW_LINK_SECONDS.max,
        description: 'How long the link is valid, in seconds: one day by default, 30 days at most.',
      }),
    ),
  }),
)
export type CreatePreviewLink = Static<typeof CreatePreviewLink>

export const PreviewLink = Type.Object(
  {
    url: Type.String({ description: 'Anybody who has this address can read the post.' }),
    expires_at: Timestamp,
  },
  { title: 'PreviewLink' },
)
export type PreviewLink = Static<typeof PreviewLink>

export const ReadPreviewQuery = Type.Object({
  token: Type.Optional(
    Type.String({
      maxLength: PREVIEW_TOKEN_MAX_CHARACTERS,
      description: 'The `token` in the address of a preview link; without it the answer is 404.',
    }),
  ),
})
export type ReadPreviewQuery = Static<typeof ReadPreviewQuery>

/** The page of a post that is not public. The paid part is included. */
export const PreviewedPost = Type.Object(
  {
    title: Type.String(),
    subtitle: nullable(Type.String()),
    category: nullable(CategoryValue),
    tags: Type.Array(Type.String()),
    cover_image_url: nullable(Type.String()),
    price_jpy: nullable(Type.Integer()),
    author: Author,
    updated_at: Timestamp,
    ...Preview.properties,
  },
  { title: 'PreviewedPost' },
)
export type PreviewedPost = Static<typeof PreviewedPost>

export const LinkedPreview = Type.Object(
  {
    post: nullable(PreviewedPost, { description: 'null if the post is published: read it at `url`.' }),
    url: PostUrl,
    expires_at: Timestamp,
  },
  { title: 'LinkedPreview' },
)
export type LinkedPreview = Static<typeof LinkedPreview>
