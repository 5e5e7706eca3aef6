import { del, get, post, put } from '../../endpoint.ts'
import { Deleted } from '../../schemas/schema.ts'
import { Post } from '../../schemas/writing/posts.ts'
import {
  ListRevisionsQuery,
  PendingQuery,
  Revision,
  RevisionList,
  SavePendingRevision,
} from '../../schemas/writing/revisions.ts'
import { POST_BODY_MAX_BYTES } from '../../values/limits.ts'

const writes = { tag: 'Posts', auth: 'session-or-token', scopes: ['posts:write'] } as const

/** Earlier versions of posts, and changes of public posts that readers do not see yet. */
export const revisionEndpoints = {
  listRevisions: get('/api/v1/posts/:id/revisions', 'revisions.list', {
    summary: 'List the revisions of a post',
    description:
      'Newest first, a pending one before all others. Every save keeps a revision; saves by the same client within 5 minutes are one. After a day one per hour is kept, after a week one per day, after 90 days one per week, for each client, and at most 200 in all.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    query: ListRevisionsQuery,
    response: RevisionList,
  }),
  readRevision: get('/api/v1/posts/:id/revisions/:revision_id', 'revisions.read', {
    summary: 'Read a revision',
    description: 'With the content and all other fields that it had.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    response: Revision,
  }),
  restoreRevision: post('/api/v1/posts/:id/revisions/:revision_id/restore', 'revisions.restore', {
    summary: 'Restore a revision',
    description:
      'Writes the fields of the revision into the post. Its status stays, so readers of a public post see the restored text at once; restoring a pending revision publishes it. The version before stays in the list. The same rules, scopes and events as for a change.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:write', 'posts:publish'],
    errors: ['QUOTA_EXCEEDED', 'FORBIDDEN'],
    versioned: true,
    response: Post,
  }),
  savePendingRevision: put('/api/v1/posts/:id/pending-revision', 'revisions.savePending', {
    summary: 'Save changes of a public post for later',
    description:
      'For posts that readers see, will see or have seen. Readers see nothing of it until it is restored. Fields that are left out stay as they are in the pending revision, or in the post if there is none. Each save has a new id. A change of the post itself makes the pending revision an ordinary one. For a draft, change the post itself: 400. If `If-Match` no longer matches the post, the answer is 412.',
    ...writes,
    query: PendingQuery,
    body: SavePendingRevision,
    example: { body: { content: 'It rained all week.' } },
    bodyMaxBytes: POST_BODY_MAX_BYTES,
    errors: ['QUOTA_EXCEEDED', 'FORBIDDEN'],
    versioned: true,
    response: Revision,
  }),
  discardPendingRevision: del('/api/v1/posts/:id/pending-revision', 'revisions.discardPending', {
    summary: 'Discard the pending changes of a post',
    description:
      'They become an ordinary revision, which can be restored. A post without pending changes is answered in the same way.',
    ...writes,
    query: PendingQuery,
    errors: ['PRECONDITION_FAILED'],
    response: Deleted,
  }),
} as const
