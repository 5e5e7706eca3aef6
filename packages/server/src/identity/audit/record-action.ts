import type { AuditAction, AuditSource } from '@galley/contract/moderation'
import { sql } from 'kysely'
import { newId } from '../../platform/core/ids.ts'
import type { Principal } from '../../platform/core/principal.ts'
import type { Tx } from '../../platform/db/connection/database.ts'

/** Who moderates: an admin of the site, or the operator on the command line. */
export interface Actor {
  readonly userId: string | null
  readonly source: AuditSource
}

export const OPERATOR: Actor = { userId: null, source: 'operator' }

export const adminActor = ({ userId }: Principal): Actor => ({ userId, source: 'admin' })

/** Records an action in the transaction of its change. */
export function recordAction(
  trx: Tx,
  actor: Actor,
  action: AuditAction,
  targetId: string,
  reason: string | null,
): Promise<void> {
  return recordActions(trx, actor, action, [targetId], reason)
}

/** One statement for all targets, of which there may be many thousands. */
export async function recordActions(
  trx: Tx,
  actor: Actor,
  action: AuditAction,
  targetIds: readonly string[],
  reason: string | null,
): Promise<void> {
  const targetType = action.slice(0, action.indexOf('.'))
  const ids = targetIds.map(() => newId())
  await sql`
    insert into audit_log (id, actor_id, via, action, target_type, target_id, reason)
    select id, ${actor.userId}::uuid, ${actor.source}, ${action}, ${targetType}, target_id, ${reason}
    from unnest(${ids}::uuid[], ${targetIds}::uuid[]) as entry (id, target_id)`.execute(trx)
}
