import type { ReportOutcome } from '@galley/contract/moderation'
import type { Actor } from '../../identity/audit/record-action.ts'
import { recordActions } from '../../identity/audit/record-action.ts'
import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { transact } from '../../platform/db/transact.ts'
import { findReport, type ReportRow, resolveReportsOfTarget } from './report-store.ts'

/** Resolves a report and all others about the same content. A resolved one keeps its outcome. */
export function resolveReport(
  context: AppContext,
  actor: Actor,
  id: string,
  outcome: ReportOutcome,
  reason: string | null,
): Promise<ReportRow> {
  return transact(context, async trx => {
    const before = await findReport(trx, id)
    if (before === undefined) throw notFound('Report')
    if (before.resolved_at !== null) return before
    const resolved = await resolveReportsOfTarget(trx, id, outcome, actor.userId)
    await recordActions(trx, actor, 'report.resolve', resolved, reason ?? outcome)
    const after = await findReport(trx, id)
    if (after === undefined) throw notFound('Report')
    return after
  })
}
