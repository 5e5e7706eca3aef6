import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { ipv6Groups } from '../../../platform/core/addresses/public-address.ts'
import { hashSecret } from '../../../platform/core/credentials.ts'
import { NIL_ID } from '../../../platform/core/ids.ts'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'

/**
 * The kind of browser, without its version, in its network. No cookie is needed, and an update of the browser or a new address
 * from the same provider is not a new device.
 */
export function deviceHash(userAgent: string | undefined, address: string): Buffer {
  const network = isIPv6(address) ? ipv6Groups(address).slice(0, 3).join('.') : address.split('.').slice(0, 2).join('.')
  return hashSecret(`${(userAgent ?? '').replaceAll(/[\d._]+/g, '')} ${network}`)
}

/** Of a device cookie. Anybody can imitate a kind of browser, but not this. */
export const secretHash = (deviceSecret: string): Buffer => hashSecret(`device ${deviceSecret}`)

/** The names of browser and system, if they are well known. The text itself could be made up by anybody. */
export function deviceName(userAgent: string | undefined): string | undefined {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = find([
    [/Firefox\//, 'Firefox'],
    [/Edg\//, 'Edge'],
    [/Chrome\//, 'Chrome'],
    [/Safari\//, 'Safari'],
  ])
  const system = find([
    [/Android/, 'Android'],
    [/iPhone|iPad/, 'iOS'],
    [/Windows/, 'Windows'],
    [/Mac OS X/, 'macOS'],
    [/Linux/, 'Linux'],
  ])
  return [browser, system].filter(Boolean).join(', ') || undefined
}

export async function isKnownDevice(db: Db, userId: string | undefined, device: Buffer): Promise<boolean> {
  // Asked for unknown logins as well, so that both take the same time.
  const id = userId ?? NIL_ID
  const { rows } = await sql`
    select from known_devices where user_id = ${id} and device_hash = ${device}`.execute(db)
  return rows.length > 0
}

/** Whether the account was used before, but never from this device. */
export async function rememberDevice(trx: Tx, userId: string, device: Buffer): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    with others as (select count(*) as count from known_devices where user_id = ${userId} and device_hash <> ${device})
    insert into known_devices (user_id, device_hash) values (${userId}, ${device})
    on conflict (user_id, device_hash) do update set last_used_at = now()
    returning xmax = 0 and (select count > 0 from others) as is_new`.execute(trx)
  return rows[0]?.is_new ?? false
}

export const DEVICE_DAYS = 180

export async function purgeOldDevices(db: Db): Promise<void> {
  await sql`delete from known_devices where last_used_at < now() - make_interval(days => ${DEVICE_DAYS})`.execute(db)
}
