import { OPEN_REPORTS_MAX_PER_USER } from '@galley/contract/limits'
import type { ReportContent } from '@galley/contract/schemas/moderation'
import { findAccountByUsername, lockAccount } from '../../identity/accounts/account-store.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError, type FieldIssue, notFound, rejectIssues } from '../../platform/core/errors.ts'
import { isUuid, newId } from '../../platform/core/ids.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { transact } from '../../platform/db/transact.ts'
import { findReadablePost } from '../../reading/engagement/engagement-store.ts'
import {
  countOpenReportsOf,
  findOpenReport,
  insertReport,
  isReadableComment,
  type ReportTargetId,
  type StoredReport,
} from './report-store.ts'

/** A reader reports what they can see. A second report about the same is the first one. */
export function reportContent(context: AppContext, reporterId: string, report: ReportContent): Promise<StoredReport> {
  rejectIssues(targetIssues(report))
  return transact(context, async trx => {
    const target = await findTarget(trx, report)
    // Two reports of the same account wait for each other, so that the limit holds.
    await lockAccount(trx, reporterId)
    const first = await findOpenReport(trx, reporterId, target)
    if (first !== undefined) return first
    if ((await countOpenReportsOf(trx, reporterId)) >= OPEN_REPORTS_MAX_PER_USER) {
      throw new AppError(
        'LIMIT_REACHED',
        `You have ${OPEN_REPORTS_MAX_PER_USER} open reports. Wait until the admins have read them.`,
      )
    }
    const { reason, note } = report
    return insertReport(trx, {
      id: newId(),
      reporter_id: reporterId,
      ...target,
      reason,
      note: note?.trim() || null,
    })
  })
}

/** The body names exactly one target. */
export function targetIssues({ post_id, comment_id, username }: Partial<ReportContent>): FieldIssue[] {
  const named = Object.entries({ post_id, comment_id, username }).filter(([, value]) => value !== undefined)
  if (named.length === 1) return []
  const message = 'Name exactly one of post_id, comment_id and username.'
  if (named.length === 0) return [{ field: 'post_id', code: 'REQUIRED', message }]
  return named.slice(1).map(([field]) => ({ field, code: 'INVALID_VALUE', message }))
}

async function findTarget(db: Db, { post_id, comment_id, username }: ReportContent): Promise<ReportTargetId> {
  const none = { post_id: null, comment_id: null, user_id: null }
  if (post_id !== undefined) {
    if ((await findReadablePost(db, post_id)) === undefined) throw notFound('Post')
    return { ...none, post_id }
  }
  if (comment_id !== undefined) {
    if (!isUuid(comment_id) || !(await isReadableComment(db, comment_id))) throw notFound('Comment')
    return { ...none, comment_id }
  }
  const account = await findAccountByUsername(db, username ?? '')
  if (account === undefined || account.suspended_at !== null) throw notFound('User')
  return { ...none, user_id: account.id }
}
