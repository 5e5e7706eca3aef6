import { planAllows } from '@galley/contract/plans'
import { AppError } from '../core/errors.ts'
import { isUuid } from '../core/ids.ts'
import type { Principal } from '../core/principal.ts'
import type { Db } from '../db/database.ts'
import { findRole } from '../salons/salon-store.ts'
import type { Judgement } from './post-rules.ts'

/** What a change needs beyond being the author: a plan, a say in a salon. */
export async function requirePermissions(db: Db, principal: Principal, judgement: Judgement): Promise<void> {
  if (judgement.needsPaidPlan && !planAllows(principal.plan, 'paid_posts')) {
    throw new AppError('PLAN_REQUIRED', 'Paid posts need the Pro+ plan.')
  }
  const salonId = judgement.needsSalon
  if (salonId === null) return
  const role = isUuid(salonId) ? await findRole(db, salonId, principal.userId) : undefined
  if (role === 'owner' || role === 'admin') return
  throw new AppError('FORBIDDEN', 'Posting in a salon needs the role owner or admin there.')
}
