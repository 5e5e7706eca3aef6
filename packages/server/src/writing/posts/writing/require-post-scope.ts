import type { TokenScope } from '@galley/contract/identity/scopes'
import { type Principal, requireScope } from '../../../platform/core/principal.ts'
import type { PostRow } from '../post-store.ts'

/**
 * Throws if the token may not write this post. Call it when the row is locked, so that a draft cannot be published
 * between the check and the change.
 */
export function requirePostScope(
  { principal, draftScope }: { readonly principal: Principal; readonly draftScope: TokenScope },
  before: Pick<PostRow, 'status' | 'published_at'> | null,
  after: Pick<PostRow, 'status'> | null,
): void {
  requireScope(principal, [concernsReaders(before) || concernsReaders(after) ? 'posts:publish' : draftScope])
}

/**
 * Whether readers see the post now, will see it at its scheduled time, or have seen it: deleting a post that was public
 * turns its page from 404 into 410.
 */
export function concernsReaders(
  post: (Pick<PostRow, 'status'> & Partial<Pick<PostRow, 'published_at'>>) | null,
): boolean {
  if (post === null) return false
  return post.status === 'published' || post.status === 'scheduled' || (post.published_at ?? null) !== null
}
