import { get, post } from '../endpoint.ts'
import * as moderation from '../schemas/moderation.ts'
import { DryRunQuery } from '../schemas/writing/posts.ts'

const admin = { tag: 'Admin', auth: 'session', role: 'admin' } as const
const hideExample = { body: { reason: 'Copied from another site.' } }

/** For accounts with the role admin. */
export const adminEndpoints = {
  readOverview: get('/api/v1/admin/overview', 'admin.overview', {
    ...admin,
    summary: 'Read the state of the installation',
    response: moderation.AdminOverview,
  }),
  listAdminUsers: get('/api/v1/admin/users', 'admin.users', {
    ...admin,
    summary: 'List accounts',
    description: 'Newest first.',
    query: moderation.AdminUsersQuery,
    response: moderation.AdminUserList,
  }),
  suspendUser: post('/api/v1/admin/users/:id/suspend', 'admin.suspendUser', {
    ...admin,
    summary: 'Suspend an account',
    description:
      'Its sessions and tokens end at once, and all that it wrote is hidden. Its owner is told the reason. Repeating it changes nothing. Nobody can suspend their own account.',
    body: moderation.HideContent,
    example: { body: { reason: 'Advertising in comments.' } },
    response: moderation.AdminUser,
  }),
  restoreUser: post('/api/v1/admin/users/:id/restore', 'admin.restoreUser', {
    ...admin,
    summary: 'Restore a suspended account',
    description: 'Repeating it changes nothing. 403 for an account that its owner has deleted.',
    body: moderation.RestoreContent,
    example: { body: {} },
    response: moderation.AdminUser,
  }),
  moderateMany: post('/api/v1/admin/bulk', 'admin.bulk', {
    ...admin,
    summary: 'Hide, suspend or restore several at once',
    description:
      'Up to 100 posts, comments or accounts. With `dry_run=true` the answer says what would change. Otherwise one after the other is changed, each with its own entry in the audit log; those that cannot be changed do not stop the others.',
    query: DryRunQuery,
    body: moderation.ModerateMany,
    example: {
      body: { action: 'post.hide', ids: ['0198c0de-0000-7000-8000-000000000000'], reason: 'Advertising.' },
    },
    response: moderation.ModeratedList,
  }),
  listAdminPosts: get('/api/v1/admin/posts', 'admin.posts', {
    ...admin,
    summary: 'List posts for moderation',
    description: 'Posts of all authors that are published or hidden, newest first. Drafts are never included.',
    query: moderation.AdminContentQuery,
    response: moderation.AdminPostList,
  }),
  readAdminPost: get('/api/v1/admin/posts/:id', 'admin.readPost', {
    ...admin,
    summary: 'Read a post for moderation',
    description: 'With its complete text. Only posts that are published or hidden.',
    response: moderation.AdminPostDetail,
  }),
  hidePost: post('/api/v1/admin/posts/:id/hide', 'admin.hidePost', {
    ...admin,
    summary: 'Hide a post',
    description:
      'It disappears from every public page, list, feed and search at once. Its author still sees it, with the reason. Hiding it again with another reason replaces the reason.',
    body: moderation.HideContent,
    example: hideExample,
    response: moderation.AdminPost,
  }),
  unhidePost: post('/api/v1/admin/posts/:id/restore', 'admin.restorePost', {
    ...admin,
    summary: 'Show a hidden post again',
    description: 'Repeating it changes nothing.',
    body: moderation.RestoreContent,
    example: { body: {} },
    response: moderation.AdminPost,
  }),
  listAdminComments: get('/api/v1/admin/comments', 'admin.comments', {
    ...admin,
    summary: 'List comments for moderation',
    description: 'Comments on published posts, newest first. Comments that their writers deleted are not included.',
    query: moderation.AdminContentQuery,
    response: moderation.AdminCommentList,
  }),
  hideComment: post('/api/v1/admin/comments/:id/hide', 'admin.hideComment', {
    ...admin,
    summary: 'Hide a comment',
    description: 'Only its writer still sees it, with the reason.',
    body: moderation.HideContent,
    example: hideExample,
    response: moderation.AdminComment,
  }),
  unhideComment: post('/api/v1/admin/comments/:id/restore', 'admin.restoreComment', {
    ...admin,
    summary: 'Show a hidden comment again',
    description: 'Repeating it changes nothing.',
    body: moderation.RestoreContent,
    example: { body: {} },
    response: moderation.AdminComment,
  }),
  listReports: get('/api/v1/admin/reports', 'admin.reports', {
    ...admin,
    summary: 'List reports',
    description: 'Newest first, each with what was reported as it is now.',
    query: moderation.ListReportsQuery,
    response: moderation.ReportList,
  }),
  resolveReport: post('/api/v1/admin/reports/:id/resolve', 'admin.resolveReport', {
    ...admin,
    summary: 'Resolve a report',
    description:
      'Also resolves the other open reports about the same content. The content itself does not change. A resolved report keeps its outcome.',
    body: moderation.ResolveReport,
    example: { body: { outcome: 'dismissed' } },
    response: moderation.Report,
  }),
  listAudit: get('/api/v1/admin/audit', 'admin.audit', {
    ...admin,
    summary: 'List what admins did',
    description: 'Newest first. Entries cannot be changed or deleted.',
    query: moderation.ListAuditQuery,
    response: moderation.AuditList,
  }),
} as const
