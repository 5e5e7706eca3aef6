import type { TokenScope } from '@galley/contract/identity/scopes'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type DeviceRow = Selectable<Tables['device_codes']>

export const DEVICE_CODE_SECONDS = 600

const ALIVE = sql<boolean>`expires_at > now()`

/** Returns whether it was stored: a code that another request has at the moment cannot be used. */
export async function insertDevice(
  db: Db,
  device: Pick<DeviceRow, 'device_code_hash' | 'user_code_hash' | 'client_name' | 'scopes'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('device_codes')
    .values({ ...device, expires_at: sql<Date>`now() + make_interval(secs => ${DEVICE_CODE_SECONDS})` })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** A request that nobody has decided on. */
export function findPendingDevice(db: Db, userCodeHash: Buffer): Promise<DeviceRow | undefined> {
  return pending(db, userCodeHash).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockPendingDevice(trx: Tx, userCodeHash: Buffer): Promise<DeviceRow | undefined> {
  return pending(trx, userCodeHash).forUpdate().executeTakeFirst()
}

const pending = (db: Db, userCodeHash: Buffer) =>
  db
    .selectFrom('device_codes')
    .selectAll()
    .where('user_code_hash', '=', userCodeHash)
    .where('status', '=', 'pending')
    .where(ALIVE)

export async function decideDevice(
  trx: Tx,
  { device_code_hash }: DeviceRow,
  decision: { status: 'approved'; user_id: string; scopes: TokenScope[] | null } | { status: 'refused' },
): Promise<void> {
  await trx.updateTable('device_codes').set(decision).where('device_code_hash', '=', device_code_hash).execute()
}

/** Records that the program has asked, and returns the state before: `too_soon` if it asked a moment ago. */
export async function pollDevice(
  db: Db,
  deviceCodeHash: Buffer,
  leastSeconds: number,
): Promise<{ status: DeviceRow['status']; too_soon: boolean } | undefined> {
  const { rows } = await sql<{ status: DeviceRow['status']; too_soon: boolean }>`
    with found as (
      select device_code_hash, last_polled_at from device_codes where device_code_hash = ${deviceCodeHash} and ${ALIVE}
      for update
    )
    update device_codes d set last_polled_at = now() from found f where d.device_code_hash = f.device_code_hash
    returning d.status, coalesce(f.last_polled_at > now() - make_interval(secs => ${leastSeconds}), false) as too_soon`.execute(
    db,
  )
  return rows[0]
}

/** Finds and removes an approved request, so that only one of several callers gets it. */
export function takeApprovedDevice(trx: Tx, deviceCodeHash: Buffer): Promise<DeviceRow | undefined> {
  return trx
    .deleteFrom('device_codes')
    .where('device_code_hash', '=', deviceCodeHash)
    .where('status', '=', 'approved')
    .where(ALIVE)
    .returningAll()
    .executeTakeFirst()
}

export async function purgeExpiredDevices(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('device_codes')
    .where('expires_at', '<', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
