import { type Static, Type } from 'typebox'
import { PLANS } from '../values/identity/plans.ts'
import { ROLES } from '../values/identity/roles.ts'
import {
  BULK_MAX_ITEMS,
  EMAIL_MAX_CHARACTERS,
  MODERATION_REASON_MAX_CHARACTERS,
  REPORT_NOTE_MAX_CHARACTERS,
  SEARCH_QUERY_MAX_CHARACTERS,
} from '../values/limits.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  AUDIT_TARGETS,
  BULK_ACTIONS,
  BULK_RESULTS,
  MODERATED_TYPES,
  REPORT_OUTCOMES,
  REPORT_REASONS,
} from '../values/moderation.ts'
import { POST_STATUSES, VISIBILITIES } from '../values/writing/posts.ts'
import { Author } from './identity/accounts.ts'
import { Count, closed, Flag, nullable, oneOf, PostUrl, page, Timestamp, Uuid } from './schema.ts'

const note = Type.String({ maxLength: REPORT_NOTE_MAX_CHARACTERS })
const reason = Type.String({ minLength: 1, maxLength: MODERATION_REASON_MAX_CHARACTERS })

/** What a reader reports: exactly one of the three targets. */
export const ReportContent = closed('ReportContent', {
  post_id: Type.Optional(Uuid),
  comment_id: Type.Optional(Uuid),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: EMAIL_MAX_CHARACTERS })),
  reason: oneOf(REPORT_REASONS),
  note: Type.Optional(nullable(note)),
})
export type ReportContent = Static<typeof ReportContent>

export const SentReport = Type.Object(
  { id: Uuid, reason: oneOf(REPORT_REASONS), note: nullable(Type.String()), created_at: Timestamp },
  { title: 'SentReport' },
)
export type SentReport = Static<typeof SentReport>

/** The author of hidden content reads the reason. */
export const HideContent = closed('HideContent', {
  reason: Type.String({ ...reason, description: 'Shown to the author, and recorded.' }),
})
export type HideContent = Static<typeof HideContent>

export const RestoreContent = closed('RestoreContent', {
  reason: Type.Optional(nullable(reason, { description: 'Recorded.' })),
})
export type RestoreContent = Static<typeof RestoreContent>

const hidden = {
  hidden_at: nullable(Timestamp),
  hidden_reason: nullable(Type.String()),
}

const adminPost = {
  id: Uuid,
  title: Type.String(),
  excerpt: Type.String(),
  url: PostUrl,
  author: Author,
  status: oneOf(POST_STATUSES),
  visibility: oneOf(VISIBILITIES),
  is_paid: Type.Boolean(),
  salon_only: Type.Boolean(),
  published_at: nullable(Timestamp),
  created_at: Timestamp,
  open_reports: Count,
  ...hidden,
}

/** A post that is published, or was hidden by an admin. Drafts are private, for admins too. */
export const AdminPost = Type.Object(adminPost, { title: 'AdminPost' })
export type AdminPost = Static<typeof AdminPost>

export const AdminPostDetail = Type.Object(
  { ...adminPost, content: Type.String({ description: 'The complete Markdown, including the paid part.' }) },
  { title: 'AdminPostDetail' },
)
export type AdminPostDetail = Static<typeof AdminPostDetail>

export const AdminPostList = Type.Object({ posts: Type.Array(AdminPost), total: Count }, { title: 'AdminPostList' })
export type AdminPostList = Static<typeof AdminPostList>

export const AdminContentQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_QUERY_MAX_CHARACTERS,
      description: 'Text in the title of a post or in a comment.',
    }),
  ),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: EMAIL_MAX_CHARACTERS })),
  hidden: Type.Optional(Flag),
  ...page,
})
export type AdminContentQuery = Static<typeof AdminContentQuery>

export const AdminComment = Type.Object(
  {
    id: Uuid,
    content: Type.String(),
    author: Author,
    post: Type.Object({ id: Uuid, title: Type.String(), url: PostUrl }),
    created_at: Timestamp,
    open_reports: Count,
    ...hidden,
  },
  { title: 'AdminComment' },
)
export type AdminComment = Static<typeof AdminComment>

export const AdminCommentList = Type.Object(
  { comments: Type.Array(AdminComment), total: Count },
  { title: 'AdminCommentList' },
)
export type AdminCommentList = Static<typeof AdminCommentList>

/** The reported content as it is now. */
export const ReportTarget = Type.Object(
  {
    type: oneOf(MODERATED_TYPES),
    id: Uuid,
    author: Author,
    title: nullable(Type.String(), { description: 'Of the post, or of the post that the comment belongs to.' }),
    text: Type.String({ description: 'The start of a post, the comment, or the description of a profile.' }),
    url: Type.String({ description: 'The page of the post or profile.' }),
    open_reports: Count,
    hidden_at: nullable(Timestamp, { description: 'For an account: when it was suspended.' }),
  },
  { title: 'ReportTarget' },
)
export type ReportTarget = Static<typeof ReportTarget>

export const Report = Type.Object(
  {
    id: Uuid,
    reason: oneOf(REPORT_REASONS),
    note: nullable(Type.String()),
    reporter: Author,
    target: ReportTarget,
    created_at: Timestamp,
    resolved_at: nullable(Timestamp),
    outcome: nullable(oneOf(REPORT_OUTCOMES)),
  },
  { title: 'Report' },
)
export type Report = Static<typeof Report>

export const ReportList = Type.Object({ reports: Type.Array(Report), total: Count }, { title: 'ReportList' })
export type ReportList = Static<typeof ReportList>

export const ListReportsQuery = Type.Object({
  status: Type.Optional(oneOf(['open', 'resolved'], { default: 'open' })),
  ...page,
})
export type ListReportsQuery = Static<typeof ListReportsQuery>

export const ResolveReport = closed('ResolveReport', {
  outcome: oneOf(REPORT_OUTCOMES),
  reason: Type.Optional(nullable(reason, { description: 'Recorded.' })),
})
export type ResolveReport = Static<typeof ResolveReport>

export const AuditAction = oneOf(AUDIT_ACTIONS)

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    action: AuditAction,
    source: oneOf(AUDIT_SOURCES),
    actor: nullable(Type.String(), {
      description: 'The username of the admin; null for the command line, and for an account that was deleted since.',
    }),
    target: Type.Object({
      type: oneOf(AUDIT_TARGETS),
      id: Uuid,
      label: nullable(Type.String(), {
        description: 'Its title or username now, or the start of a comment; null if it no longer exists.',
      }),
    }),
    reason: nullable(Type.String()),
    created_at: Timestamp,
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditList = Type.Object({ entries: Type.Array(AuditEntry), total: Count }, { title: 'AuditList' })
export type AuditList = Static<typeof AuditList>

export const ListAuditQuery = Type.Object({
  action: Type.Optional(AuditAction),
  target_id: Type.Optional(Uuid),
  ...page,
})
export type ListAuditQuery = Static<typeof ListAuditQuery>

export const AdminUser = Type.Object(
  {
    id: Uuid,
    username: Type.String(),
    display_name: Type.String(),
    avatar_url: nullable(Type.String()),
    email: Type.String(),
    subscription_plan: oneOf(PLANS),
    role: oneOf(ROLES),
    is_verified: Type.Boolean(),
    post_count: Count,
    open_reports: Count,
    suspended_at: nullable(Timestamp),
    deletion_requested_at: nullable(Timestamp, { description: 'When its owner asked to delete it.' }),
    created_at: Timestamp,
  },
  { title: 'AdminUser' },
)
export type AdminUser = Static<typeof AdminUser>

export const AdminUserList = Type.Object({ users: Type.Array(AdminUser), total: Count }, { title: 'AdminUserList' })
export type AdminUserList = Static<typeof AdminUserList>

export const AdminUsersQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: SEARCH_QUERY_MAX_CHARACTERS,
      description: 'Text in the username, the display name or the e-mail address.',
    }),
  ),
  suspended: Type.Optional(Flag),
  ...page,
})
export type AdminUsersQuery = Static<typeof AdminUsersQuery>

export const AdminOverview = Type.Object(
  {
    accounts: Type.Object({ total: Count, suspended: Count, new_this_week: Count }),
    posts: Type.Object({ published: Count, scheduled: Count, hidden: Count }),
    comments: Type.Object({ hidden: Count }),
    reports: Type.Object({ open: Count }),
    queues: Type.Object({
      jobs_waiting: Count,
      jobs_failed: Count,
      deliveries_waiting: Count,
      search_waiting: Count,
    }),
    mail: Type.Object({
      enabled: Type.Boolean({ description: 'Whether the site sends mails.' }),
      queued: Count,
      failed: Count,
      uncertain: Type.Integer({ minimum: 0, description: 'The answer of the mail server was lost.' }),
      undeliverable: Type.Integer({ minimum: 0, description: 'Addresses to which nothing is sent.' }),
    }),
    payments: Type.Object({
      enabled: Type.Boolean({ description: 'Whether posts are sold.' }),
      failed_reports: Type.Integer({
        minimum: 0,
        description: 'Reports of the payment provider that could not be recorded so far.',
      }),
    }),
    webhooks: Type.Object({ active: Count, failing: Count, disabled: Count }),
    backups: Type.Object({ last_success_at: nullable(Timestamp), last_failure_at: nullable(Timestamp) }),
  },
  { title: 'AdminOverview' },
)
export type AdminOverview = Static<typeof AdminOverview>

export const ModerateMany = closed('ModerateMany', {
  action: oneOf(BULK_ACTIONS),
  ids: Type.Array(Type.String(), { minItems: 1, maxItems: BULK_MAX_ITEMS }),
  reason: Type.Optional(nullable(reason, { description: 'Required to hide or suspend.' })),
})
export type ModerateMany = Static<typeof ModerateMany>

export const ModeratedItem = Type.Object(
  {
    id: Type.String(),
    label: nullable(Type.String(), { description: 'Its title or username, or the start of a comment.' }),
    result: oneOf(BULK_RESULTS),
  },
  { title: 'ModeratedItem' },
)
export type ModeratedItem = Static<typeof ModeratedItem>

export const ModeratedList = Type.Object(
  { items: Type.Array(ModeratedItem), changed: Count },
  { title: 'ModeratedList' },
)
export type ModeratedList = Static<typeof ModeratedList>
