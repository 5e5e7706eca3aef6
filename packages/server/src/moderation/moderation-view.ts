import type {
  AdminComment,
  AdminPost,
  AdminPostDetail,
  AuditEntry,
  Report,
  SentReport,
} from '@galley/contract/schemas/moderation'
import type { Settings } from '../config.ts'
import { postAddress } from '../posts/post-address.ts'
import type { AuditRow } from './audit-store.ts'
import type { ModeratedComment, ModeratedPost } from './content-store.ts'
import type { ReportRow, StoredReport } from './report-store.ts'

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
      url: isInPost ? postAddress(settings, post_author, post_slug) : `${settings.publicUrl}/@${username}`,
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
