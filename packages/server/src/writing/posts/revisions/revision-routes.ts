import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../../platform/context.ts'
import { notFound } from '../../../platform/core/errors.ts'
import { isUuid } from '../../../platform/core/ids.ts'
import { type BindRoute, Result } from '../../../platform/operation.ts'
import { requirePost } from '../post-store.ts'
import { postView } from '../post-view.ts'
import { findRevision, listRevisions } from '../revision-store.ts'
import { etagOf } from '../rules/version.ts'
import { writePost } from '../writing/write-post.ts'
import { discardPendingRevision } from './discard-pending-revision.ts'
import { restoreRevision } from './restore-revision.ts'
import { revisionItemView, revisionView } from './revision-view.ts'
import { pendingIssues, savePendingRevision } from './save-pending-revision.ts'

export function revisionRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(endpoints.listRevisions, async ({ principal, params, query }) => {
    const post = await requirePost(db, principal.userId, params.id)
    const { revisions, total } = await listRevisions(db, post, query)
    return { revisions: revisions.map(revisionItemView), total }
  })

  bind(endpoints.readRevision, async ({ principal, params }) => {
    const post = await requirePost(db, principal.userId, params.id)
    const revision = isUuid(params.revision_id) ? await findRevision(db, post.id, params.revision_id) : undefined
    if (revision === undefined) throw notFound('Revision')
    return revisionView(revision)
  })

  bind(endpoints.restoreRevision, async ({ principal, params, ifMatch }) => {
    const post = await writePost(context, principal, transaction =>
      restoreRevision(transaction, params.id, params.revision_id, ifMatch),
    )
    return new Result(await postView(db, post, { principal, settings }), { etag: etagOf(post) })
  })

  bind(
    endpoints.savePendingRevision,
    async ({ principal, params, query, body, ifMatch }) => {
      const known = { ifMatch, ifPending: query.if_pending }
      const revision = await writePost(context, principal, transaction =>
        savePendingRevision(transaction, params.id, body, known),
      )
      return revisionView(revision)
    },
    ({ principal, params, body }) => pendingIssues(context, principal.userId, params.id, body),
  )

  bind(endpoints.discardPendingRevision, async ({ principal, params, query }) => {
    await writePost(context, principal, transaction => discardPendingRevision(transaction, params.id, query.if_pending))
    return { deleted: true as const }
  })
}
