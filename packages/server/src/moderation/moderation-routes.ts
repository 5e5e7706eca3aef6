import { endpoints } from '@galley/contract/endpoints'
import { adminActor } from '../identity/audit/record-action.ts'
import type { AppContext } from '../platform/context.ts'
import { notFound } from '../platform/core/errors.ts'
import type { BindRoute } from '../platform/operation.ts'
import { listAudit } from './audit-store.ts'
import { findModeratedPost, listModeratedComments, listModeratedPosts } from './content-store.ts'
import { hideComment, unhideComment } from './hide-comment.ts'
import { hidePost, unhidePost } from './hide-post.ts'
import {
  adminCommentView,
  adminPostDetailView,
  adminPostView,
  auditView,
  reportView,
  sentReportView,
} from './moderation-view.ts'
import { reportContent, targetIssues } from './reports/report-content.ts'
import { listReports } from './reports/report-store.ts'
import { resolveReport } from './reports/resolve-report.ts'

/** Reports of readers, and what admins do about content. The guard checks the role. */
export function moderationRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context

  bind(
    endpoints.report,
    async ({ principal, body }) => sentReportView(await reportContent(context, principal.userId, body)),
    ({ body }) => targetIssues(body),
  )

  bind(endpoints.listAdminPosts, async ({ query }) => {
    const { posts, total } = await listModeratedPosts(db, query)
    return { posts: posts.map(post => adminPostView(post, settings)), total }
  })
  bind(endpoints.readAdminPost, async ({ params }) => {
    const post = await findModeratedPost(db, params.id)
    if (post === undefined) throw notFound('Post')
    return adminPostDetailView(post, settings)
  })
  bind(endpoints.hidePost, async ({ principal, params, body }) =>
    adminPostView(await hidePost(context, adminActor(principal), params.id, body.reason), settings),
  )
  bind(endpoints.unhidePost, async ({ principal, params, body }) =>
    adminPostView(await unhidePost(context, adminActor(principal), params.id, body.reason ?? null), settings),
  )

  bind(endpoints.listAdminComments, async ({ query }) => {
    const { comments, total } = await listModeratedComments(db, query)
    return { comments: comments.map(comment => adminCommentView(comment, settings)), total }
  })
  bind(endpoints.hideComment, async ({ principal, params, body }) =>
    adminCommentView(await hideComment(context, adminActor(principal), params.id, body.reason), settings),
  )
  bind(endpoints.unhideComment, async ({ principal, params, body }) =>
    adminCommentView(await unhideComment(context, adminActor(principal), params.id, body.reason ?? null), settings),
  )

  bind(endpoints.listReports, async ({ query }) => {
    const { reports, total } = await listReports(db, { ...query, status: query.status ?? 'open' })
    return { reports: reports.map(report => reportView(report, settings)), total }
  })
  bind(endpoints.resolveReport, async ({ principal, params, body: { outcome, reason = null } }) =>
    reportView(await resolveReport(context, adminActor(principal), params.id, outcome, reason), settings),
  )

  bind(endpoints.listAudit, async ({ query }) => {
    const { entries, total } = await listAudit(db, query)
    return { entries: entries.map(auditView), total }
  })
}
