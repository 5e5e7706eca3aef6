import type { AuditSource } from '@galley/contract/moderation'
import type { Principal } from '../../platform/core/principal.ts'

/** Who moderates: an admin of the site, or the operator on the command line. */
export interface Actor {
  readonly userId: string | null
  readonly source: AuditSource
}

export const OPERATOR: Actor = { userId: null, source: 'operator' }

export const adminActor = ({ userId }: Principal): Actor => ({ userId, source: 'admin' })
