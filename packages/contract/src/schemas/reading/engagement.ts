import { type Static, Type } from 'typebox'
import { COMMENT_MAX_CHARACTERS } from '../../values/limits.ts'
import { POST_ACCESS } from '../../values/selling.ts'
import { Author } from '../identity/accounts.ts'
import { acceptingAndIgnoring, Count, closed, nullable, oneOf, page, Timestamp, Uuid } from '../schema.ts'
import { PublicPost } from './public.ts'

// Each action returns the resulting state, so that repeating it returns the same.

export const LikeState = Type.Object({ liked: Type.Boolean(), like_count: Count }, { title: 'LikeState' })
export type LikeState = Static<typeof LikeState>

export const SaveState = Type.Object({ saved: Type.Boolean(), save_count: Count }, { title: 'SaveState' })
export type SaveState = Static<typeof SaveState>

export const ResonanceState = Type.Object(
  { resonated: Type.Boolean(), resonated_count: Count },
  { title: 'ResonanceState' },
)
export type ResonanceState = Static<typeof ResonanceState>

export const FollowState = Type.Object({ following: Type.Boolean(), follower_count: Count }, { title: 'FollowState' })
export type FollowState = Static<typeof FollowState>

const reactionCount = Type.Integer({
  minimum: 0,
  description: 'Current value. In public responses, counts may be some seconds old.',
})

/** A post as one reader may read it, with the reader's reactions. */
export const ReaderPost = Type.Object(
  {
    ...PublicPost.properties,
    content: nullable(Type.String(), {
      description:
        'Markdown. The whole text with access; else only the free part of a paid post, or null if it has none.',
    }),
    salon_only: Type.Boolean(),
    access: oneOf(POST_ACCESS, {
      description:
        'Why you may read the whole text: everybody may, you wrote it, you have bought it, or you are in its salon. `none` if you may not.',
    }),
    liked: Type.Boolean(),
    saved: Type.Boolean(),
    resonated: Type.Boolean(),
    following_author: Type.Boolean(),
    is_author: Type.Boolean(),
    like_count: reactionCount,
    save_count: reactionCount,
    resonated_count: reactionCount,
  },
  { title: 'ReaderPost' },
)
export type ReaderPost = Static<typeof ReaderPost>

/** The relation of a reader to another account. */
export const ReaderUser = Type.Object({ following: Type.Boolean(), is_self: Type.Boolean() }, { title: 'ReaderUser' })
export type ReaderUser = Static<typeof ReaderUser>

/** Somebody whom a reader follows. */
export const FollowedAuthor = Type.Object(
  {
    username: Type.String(),
    display_name: Type.String(),
    avatar_url: nullable(Type.String()),
    bio: nullable(Type.String()),
    is_verified: Type.Boolean(),
    followed_at: Timestamp,
  },
  { title: 'FollowedAuthor' },
)
export type FollowedAuthor = Static<typeof FollowedAuthor>

export const FollowedAuthorList = Type.Object(
  { users: Type.Array(FollowedAuthor), total: Count },
  { title: 'FollowedAuthorList' },
)
export type FollowedAuthorList = Static<typeof FollowedAuthorList>

export const ReadingListQuery = Type.Object({ ...page })
export type ReadingListQuery = Static<typeof ReadingListQuery>

export const Comment = Type.Object(
  {
    id: Uuid,
    content: Type.String(),
    author: Author,
    created_at: Timestamp,
    hidden_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Only if an admin hid it: when. Only its writer sees it then.',
      }),
    ),
    hidden_reason: Type.Optional(Type.String({ description: 'Only if an admin hid it: why.' })),
  },
  { title: 'Comment' },
)
export type Comment = Static<typeof Comment>

export const CommentList = Type.Object({ comments: Type.Array(Comment), total: Count }, { title: 'CommentList' })
export type CommentList = Static<typeof CommentList>

export const ListCommentsQuery = Type.Object({ ...page })
export type ListCommentsQuery = Static<typeof ListCommentsQuery>

export const AddComment = acceptingAndIgnoring(
  closed('AddComment', { content: Type.String({ minLength: 1, maxLength: COMMENT_MAX_CHARACTERS }) }),
  Comment,
)
export type AddComment = Static<typeof AddComment>
