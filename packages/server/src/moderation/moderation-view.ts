import type {
  AdminComment,
  AdminOverview,
  AdminPost,
  AdminPostDetail,
  AdminUser,
  AuditEntry,
  Report,
  SentReport,
} from '@galley/contract/schemas/moderation'
import type { Settings } from '../platform/config.ts'
import { postAddress, profileAddress } from '../platform/core/addresses/site-addresses.ts'
import type { AuditRow } from './audit-store.ts'
import type { ModeratedComment, ModeratedPost } from './content-store.ts'
import type { OverviewRow } from './overview-store.ts'
import type { ReportRow, StoredReport } from './reports/report-store.ts'
import type { ModeratedUser } from './user-store.ts'

const time = (value: Date | null): string | null => value?.toISOString() ?? null

const authorOf = ({ username, display_name, avatar_url }: Report['reporter']) => ({
  username,
  display_name,
  avatar_url,
})

export function adminPostView(post: ModeratedPost, settings: Settings): AdminPost {
  return {
    id: post.id,
    title: post.title,
    excerpt: post.excerpt,
    url: postAddress(settings, post.username, post.slug),
    author: authorOf(post),
    status: post.status,
    visibility: post.visibility,
    is_paid: post.is_paid,
    salon_only: post.salon_only,
    published_at: time(post.published_at),
    created_at: post.created_at.toISOString(),
    open_reports: post.open_reports,
    hidden_at: time(post.hidden_at),
    hidden_reason: post.hidden_reason,
  }
}

export function adminPostDetailView(post: ModeratedPost, settings: Settings): AdminPostDetail {
  return { ...adminPostView(post, settings), content: post.content }
}

export function adminCommentView(comment: ModeratedComment, settings: Settings): AdminComment {
  const { post_id, post_title, post_slug, post_author } = comment
  return {
    id: comment.id,
    content: comment.content,
    author: authorOf(comment),
    post: { id: post_id, title: post_title, url: postAddress(settings, post_author, post_slug) },
    created_at: comment.created_at.toISOString(),
    open_reports: comment.open_reports,
    hidden_at: time(comment.hidden_at),
    hidden_reason: comment.hidden_reason,
  }
}

export function sentReportView({ id, reason, note, created_at }: StoredReport): SentReport {
  return { id, reason, note, created_at: created_at.toISOString() }
}

export function reportView(report: ReportRow, settings: Settings): Report {
  const { post_author, post_slug, username } = report
  const isInPost = post_author !== null && post_slug !== null
  return {
    id: report.id,
    reason: report.reason,
    note: report.note,
    reporter: {
      username: report.reporter_username,
      display_name: report.reporter_name,
      avatar_url: report.reporter_avatar,
    },
    target: {
      type: report.type,
      id: report.target_id,
      author: authorOf(report),
      title: report.title,
      text: report.text,
      url: isInPost ? postAddress(settings, post_author, post_slug) : profileAddress(settings, username),
      open_reports: report.open_reports,
      hidden_at: time(report.hidden_at),
    },
    created_at: report.created_at.toISOString(),
    resolved_at: time(report.resolved_at),
    outcome: report.outcome,
  }
}

export function auditView(entry: AuditRow): AuditEntry {
  const { id, action, via, actor, target_type, target_id, label, reason, created_at } = entry
  return {
    id,
    action,
    source: via,
    actor,
    target: { type: target_type, id: target_id, label },
    reason,
    created_at: created_at.toISOString(),
  }
}

export function adminUserView(user: ModeratedUser): AdminUser {
  return {
    id: user.id,
    username: user.username,
    display_name: user.display_name,
    avatar_url: user.avatar_url,
    email: user.email,
    subscription_plan: user.plan,
    role: user.role,
    is_verified: user.is_verified,
    post_count: user.post_count,
    open_reports: user.open_reports,
    suspended_at: time(user.suspended_at),
    deletion_requested_at: time(user.deletion_requested_at),
    created_at: user.created_at.toISOString(),
  }
}

export function overviewView(
  row: OverviewRow,
  { sendsMail, sellsPosts }: { readonly sendsMail: boolean; readonly sellsPosts: boolean },
): AdminOverview {
  return {
    accounts: { total: row.accounts, suspended: row.accounts_suspended, new_this_week: row.accounts_new },
    posts: { published: row.posts_published, scheduled: row.posts_scheduled, hidden: row.posts_hidden },
    comments: { hidden: row.comments_hidden },
    reports: { open: row.reports_open },
    queues: {
      jobs_waiting: row.jobs_waiting,
      jobs_failed: row.jobs_failed,
      deliveries_waiting: row.deliveries_waiting,
      search_waiting: row.search_waiting,
    },
    mail: {
      enabled: sendsMail,
      queued: row.mails_queued,
      failed: row.mails_failed,
      uncertain: row.mails_uncertain,
      undeliverable: row.addresses_undeliverable,
    },
    payments: { enabled: sellsPosts, failed_reports: row.payment_reports_failed },
    webhooks: { active: row.webhooks_active, failing: row.webhooks_failing, disabled: row.webhooks_disabled },
    backups: { last_success_at: time(row.backup_finished_at), last_failure_at: time(row.backup_failed_at) },
  }
}
