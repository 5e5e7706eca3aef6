import { planAllows } from '@galley/contract/plans'
import { AppError, refuse } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import { findRole } from '../salons/salon-store.ts'
import type { Judgement } from './post-rules.ts'
import type { PostState } from './post-state.ts'
import type { Writing } from './writing.ts'

/** The post as it may become, unless a permission or a rule stands against it. */
export async function accept(writing: Writing, judgement: Judgement): Promise<PostState> {
  await requirePermissions(writing, judgement)
  refuse(judgement.faults)
  return judgement.after
}

/** What a change needs beyond being the author: a plan, a say in a salon. */
async function requirePermissions({ trx, principal }: Writing, judgement: Judgement): Promise<void> {
  if (judgement.needsPaidPlan && !planAllows(principal.plan, 'paid_posts')) {
    throw new AppError('PLAN_REQUIRED', 'Paid posts need the Pro+ plan.')
  }
  const salonId = judgement.needsSalon
  if (salonId === null) return
  const role = isUuid(salonId) ? await findRole(trx, salonId, principal.userId) : undefined
  if (role === 'owner' || role === 'admin') return
  throw new AppError('FORBIDDEN', 'Posting in a salon needs the role owner or admin there.')
}
