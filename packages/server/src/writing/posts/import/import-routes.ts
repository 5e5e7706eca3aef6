import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../../platform/context.ts'
import { type BindRoute, Result } from '../../../platform/operation.ts'
import { postView } from '../post-view.ts'
import { etagOf } from '../rules/version.ts'
import { validatePut } from '../writing/further-issues.ts'
import { readPostChange } from '../writing/read-post-change.ts'
import { dryRunPost, type PostTransaction, writePost } from '../writing/write-post.ts'
import { importPost } from './import-post.ts'
import { importIssues } from './import-rules.ts'

export function importRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(
    endpoints.importPost,
    async call => {
      const { principal, query, body } = call
      const isDry = query.dry_run === 'true'
      const run = isDry ? dryRunPost : writePost
      const { post, created } = await run(context, principal, (transaction: PostTransaction) => {
        const own = { ...transaction, draftScope: 'import' as const, isSilent: query.events !== 'true' }
        return importPost(own, body.external_id, readPostChange(call), body)
      })
      const view = await postView(db, post, { principal, settings }, { isDry })
      return isDry ? view : new Result(view, { status: created ? 201 : 200, etag: etagOf(post) })
    },
    async call => {
      const { principal, body } = call
      const externalId = body.external_id ?? 'missing'
      const { before, after, issues } = await validatePut(context, principal.userId, externalId, readPostChange(call))
      return [...issues, ...importIssues(body, before, after.status, context.clock.now())]
    },
  )
}
