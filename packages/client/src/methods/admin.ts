import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../calls/caller.ts'
import type {
  AdminComment,
  AdminCommentList,
  AdminContentQuery,
  AdminOverview,
  AdminPost,
  AdminPostDetail,
  AdminPostList,
  AdminUser,
  AdminUserList,
  AdminUsersQuery,
  AuditList,
  HideContent,
  ListAuditQuery,
  ListReportsQuery,
  ModeratedList,
  ModerateMany,
  Report,
  ReportList,
  ResolveReport,
  RestoreContent,
} from '../generated/models.ts'

/** Moderation. Needs a session of an account with the role admin. */
export interface AdminMethods {
  overview(options?: CallOptions): ApiPromise<AdminOverview>
  users(query?: QueryOf<AdminUsersQuery>, options?: CallOptions): ApiPromise<AdminUserList>
  suspendUser(id: string, body: HideContent, options?: CallOptions): ApiPromise<AdminUser>
  restoreUser(id: string, body?: RestoreContent, options?: CallOptions): ApiPromise<AdminUser>
  /** Changes several posts, comments or accounts. With `dryRun` it only says what would change. */
  bulk(body: ModerateMany, options?: CallOptions & { readonly dryRun?: boolean }): ApiPromise<ModeratedList>
  posts(query?: QueryOf<AdminContentQuery>, options?: CallOptions): ApiPromise<AdminPostList>
  readPost(id: string, options?: CallOptions): ApiPromise<AdminPostDetail>
  hidePost(id: string, body: HideContent, options?: CallOptions): ApiPromise<AdminPost>
  restorePost(id: string, body?: RestoreContent, options?: CallOptions): ApiPromise<AdminPost>
  comments(query?: QueryOf<AdminContentQuery>, options?: CallOptions): ApiPromise<AdminCommentList>
  hideComment(id: string, body: HideContent, options?: CallOptions): ApiPromise<AdminComment>
  restoreComment(id: string, body?: RestoreContent, options?: CallOptions): ApiPromise<AdminComment>
  reports(query?: QueryOf<ListReportsQuery>, options?: CallOptions): ApiPromise<ReportList>
  resolveReport(id: string, body: ResolveReport, options?: CallOptions): ApiPromise<Report>
  audit(query?: QueryOf<ListAuditQuery>, options?: CallOptions): ApiPromise<AuditList>
}

export function adminMethods({ call }: Caller): AdminMethods {
  return {
    overview: options => call('readOverview', {}, options),
    users: (query = {}, options) => call('listAdminUsers', { query }, options),
    suspendUser: (id, body, options) => call('suspendUser', { params: { id }, body }, options),
    restoreUser: (id, body = {}, options) => call('restoreUser', { params: { id }, body }, options),
    bulk: (body, { dryRun, ...options } = {}) =>
      call('moderateMany', { query: dryRun ? { dry_run: 'true' } : {}, body }, options),
    posts: (query = {}, options) => call('listAdminPosts', { query }, options),
    readPost: (id, options) => call('readAdminPost', { params: { id } }, options),
    hidePost: (id, body, options) => call('hidePost', { params: { id }, body }, options),
    restorePost: (id, body = {}, options) => call('unhidePost', { params: { id }, body }, options),
    comments: (query = {}, options) => call('listAdminComments', { query }, options),
    hideComment: (id, body, options) => call('hideComment', { params: { id }, body }, options),
    restoreComment: (id, body = {}, options) => call('unhideComment', { params: { id }, body }, options),
    reports: (query = {}, options) => call('listReports', { query }, options),
    resolveReport: (id, body, options) => call('resolveReport', { params: { id }, body }, options),
    audit: (query = {}, options) => call('listAudit', { query }, options),
  }
}
