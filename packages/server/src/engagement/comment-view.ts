import type { Comment } from '@galley/contract/schemas/engagement'
import type { CommentRow } from './comment-store.ts'

export function commentView({ id, content, created_at, username, display_name, avatar_url }: CommentRow): Comment {
  return { id, content, author: { username, display_name, avatar_url }, created_at: created_at.toISOString() }
}
