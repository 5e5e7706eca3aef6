import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { listMemberships } from './salon-store.ts'

export function salonRoutes(bind: BindRoute, { db }: AppContext): void {
  bind(endpoints.listSalons, async ({ principal }) => ({ salons: await listMemberships(db, principal.userId) }))
}
