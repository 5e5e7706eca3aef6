import type { Membership } from '@galley/contract/schemas/writing/salons'
import type { SalonRole } from '@galley/contract/writing/salons'
import { type Selectable, sql } from 'kysely'
import { isUuid } from '../../platform/core/ids.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type Salon = Selectable<Tables['salons']>

export function insertSalon(db: Db, salon: { id: string; name: string }): Promise<Salon> {
  return db.insertInto('salons').values(salon).returningAll().executeTakeFirstOrThrow()
}

export function findSalon(db: Db, id: string): Promise<Salon | undefined> {
  return db.selectFrom('salons').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, locked until the transaction ends: two operators cannot remove the last two owners at the same time. */
export function lockSalon(trx: Tx, id: string): Promise<Salon | undefined> {
  return trx.selectFrom('salons').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

type SalonSummary = Salon & { readonly owners: string | null; readonly members: number }

export function listSalons(db: Db): Promise<SalonSummary[]> {
  return db
    .selectFrom('salons')
    .leftJoin('salon_members', 'salon_members.salon_id', 'salons.id')
    .leftJoin('users', 'users.id', 'salon_members.user_id')
    .select([
      'salons.id',
      'salons.name',
      'salons.created_at',
      sql<
        string | null
      >`string_agg(users.username, ', ' order by users.username) filter (where salon_members.role = 'owner')`.as(
        'owners',
      ),
      sql<number>`count(users.id)::int`.as('members'),
    ])
    .groupBy('salons.id')
    .orderBy('salons.created_at')
    .execute()
}

export async function putMember(db: Db, member: { salon_id: string; user_id: string; role: SalonRole }): Promise<void> {
  await db
    .insertInto('salon_members')
    .values(member)
    .onConflict(conflict => conflict.columns(['salon_id', 'user_id']).doUpdateSet({ role: member.role }))
    .execute()
}

export async function removeMember(db: Db, salonId: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('salon_members')
    .where('salon_id', '=', salonId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function countOwners(db: Db, salonId: string): Promise<number> {
  const { count } = await db
    .selectFrom('salon_members')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('salon_id', '=', salonId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return count
}

async function findRole(db: Db, salonId: string, userId: string): Promise<SalonRole | undefined> {
  const member = await db
    .selectFrom('salon_members')
    .select('role')
    .where('salon_id', '=', salonId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return member?.role
}

export async function mayPostIn(db: Db, salonId: string, userId: string): Promise<boolean> {
  const role = isUuid(salonId) ? await findRole(db, salonId, userId) : undefined
  return role === 'owner' || role === 'admin'
}

/** The salons of a user, with the role in each. */
export function listMemberships(db: Db, userId: string): Promise<Membership[]> {
  return db
    .selectFrom('salon_members')
    .innerJoin('salons', 'salons.id', 'salon_members.salon_id')
    .select(['salons.id', 'salons.name', 'salon_members.role'])
    .where('salon_members.user_id', '=', userId)
    .orderBy('salons.name')
    .orderBy('salons.id')
    .execute()
}
