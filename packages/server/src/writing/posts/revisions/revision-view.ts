import type { Revision, RevisionItem } from '@galley/contract/schemas/writing/revisions'
import type { ListedRevision, RevisionRow } from '../revision-store.ts'
import type { PostState } from '../rules/post-state.ts'

export function revisionItemView(revision: ListedRevision): RevisionItem {
  return {
    id: revision.id,
    is_pending: revision.is_pending,
    client: revision.client_name,
    created_at: revision.created_at.toISOString(),
    saved_at: revision.saved_at.toISOString(),
    content_sha256: revision.content_sha256,
    title: revision.title,
  }
}

export const revisionView = (revision: RevisionRow): Revision => ({
  ...stateOf(revision),
  ...revisionItemView(revision),
})

/** The fields of a post at that time. */
export function stateOf({ title, content, fields }: RevisionRow): RevisionState {
  return { ...(fields as Omit<RevisionState, 'title' | 'content'>), title, content }
}

export type RevisionState = Omit<PostState, 'status' | 'scheduled_for' | 'external_id'>
