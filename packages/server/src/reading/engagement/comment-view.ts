import type { Comment } from '@galley/contract/schemas/reading/engagement'
import type { CommentRow } from './comment-store.ts'

export function commentView(comment: CommentRow): Comment {
  const { id, content, created_at, username, display_name, avatar_url, hidden_at, hidden_reason } = comment
  return {
    id,
    content,
    author: { username, display_name, avatar_url },
    created_at: created_at.toISOString(),
    ...(hidden_at !== null && { hidden_at: hidden_at.toISOString(), hidden_reason: hidden_reason ?? '' }),
  }
}
