import type { SalonRole } from '@galley/contract/writing/salons'
import { AppError, notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import { countOwners, lockSalon, putMember, removeMember, type Salon } from './salon-store.ts'

export function addMember(db: Db, salonId: string, userId: string, role: SalonRole): Promise<Salon> {
  return changeMembers(db, salonId, trx => putMember(trx, { salon_id: salonId, user_id: userId, role }))
}

export function dropMember(db: Db, salonId: string, userId: string): Promise<Salon> {
  return changeMembers(db, salonId, async trx => {
    if (!(await removeMember(trx, salonId, userId))) throw notFound('Member')
  })
}

/** A salon never loses its last owner, because nobody could manage it then. */
async function changeMembers(db: Db, salonId: string, change: (trx: Tx) => Promise<void>): Promise<Salon> {
  return db.transaction().execute(async trx => {
    const salon = isUuid(salonId) ? await lockSalon(trx, salonId) : undefined
    if (salon === undefined) throw notFound(`Salon ${salonId}`)
    await change(trx)
    if ((await countOwners(trx, salonId)) > 0) return salon
    throw new AppError(
      'FORBIDDEN',
      'A salon needs an owner. Make another member the owner first: salons add-member <salon> <user> --role owner',
    )
  })
}
