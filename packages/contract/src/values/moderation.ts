export const REPORT_REASONS = ['spam', 'abuse', 'illegal', 'copyright', 'other'] as const
export type ReportReason = (typeof REPORT_REASONS)[number]

/** What an admin decided about a report. */
export const REPORT_OUTCOMES = ['actioned', 'dismissed'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

export const MODERATED_TYPES = ['post', 'comment', 'user'] as const
export type ModeratedType = (typeof MODERATED_TYPES)[number]

export const AUDIT_TARGETS = [...MODERATED_TYPES, 'report', 'invitation'] as const
export type AuditTarget = (typeof AUDIT_TARGETS)[number]

export const AUDIT_ACTIONS = [
  'post.hide',
  'post.restore',
  'comment.hide',
  'comment.restore',
  'user.suspend',
  'user.restore',
  'user.set_role',
  'report.resolve',
  'invitation.create',
  'invitation.revoke',
  'invitation.use',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** What can be done to many posts, comments or accounts at once. */
export const BULK_ACTIONS = [
  'post.hide',
  'post.restore',
  'comment.hide',
  'comment.restore',
  'user.suspend',
  'user.restore',
] as const satisfies readonly AuditAction[]
export type BulkAction = (typeof BULK_ACTIONS)[number]

export const BULK_RESULTS = ['changed', 'unchanged', 'refused', 'not_found'] as const
export type BulkResult = (typeof BULK_RESULTS)[number]

/** Where an action came from: the admin area, the command line of the server, or the new account of an invitation. */
export const AUDIT_SOURCES = ['admin', 'operator', 'signup'] as const
export type AuditSource = (typeof AUDIT_SOURCES)[number]
