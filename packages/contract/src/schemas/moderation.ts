import { type Static, Type } from 'typebox'
import {
  EMAIL_MAX_CHARACTERS,
  MODERATION_REASON_MAX_CHARACTERS,
  REPORT_NOTE_MAX_CHARACTERS,
  SEARCH_QUERY_MAX_CHARACTERS,
} from '../values/limits.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  AUDIT_TARGETS,
  MODERATED_TYPES,
  REPORT_OUTCOMES,
  REPORT_REASONS,
} from '../values/moderation.ts'
import { POST_STATUSES, VISIBILITIES } from '../values/posts.ts'
import { Author } from './accounts.ts'
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

/** A post that is published, or was hidden by a moderator. Drafts are private, for moderators too. */
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

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    action: oneOf(AUDIT_ACTIONS),
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
  action: Type.Optional(oneOf(AUDIT_ACTIONS)),
  target_id: Type.Optional(Uuid),
  ...page,
})
export type ListAuditQuery = Static<typeof ListAuditQuery>
