import { randomInt } from 'node:crypto'
import type { RecoveryCodesState } from '@galley/contract/schemas/identity/security'
import { sql } from 'kysely'
import { hashSecret } from '../../../platform/core/credentials.ts'
import type { Db, Tx } from '../../../platform/db/connection/database.ts'

/** Without letters and digits that look alike. 16 of them cannot be guessed, even by somebody who has their hashes. */
const SYMBOLS = '23456789abcdefghjkmnpqrstuvwxyz'
const SYMBOLS_OF_CODE = 16

export function newRecoveryCode(): string {
  const symbols = Array.from({ length: SYMBOLS_OF_CODE }, () => SYMBOLS[randomInt(SYMBOLS.length)])
  return symbols.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

const hashOf = (userId: string, typed: string): Buffer =>
  hashSecret(
    `${userId} ${typed
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s\p{Dash}]/gu, '')}`,
  )

export async function replaceCodes(trx: Tx, userId: string, codes: readonly string[]): Promise<void> {
  await deleteCodes(trx, userId)
  await trx
    .insertInto('recovery_codes')
    .values(codes.map(code => ({ user_id: userId, code_hash: hashOf(userId, code) })))
    .execute()
}

export async function deleteCodes(trx: Tx, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function countCodes(db: Db, userId: string): Promise<RecoveryCodesState> {
  const { remaining, created_at } = await db
    .selectFrom('recovery_codes')
    .select([sql<number>`count(*)::int`.as('remaining'), sql<Date | null>`max(created_at)`.as('created_at')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { remaining, created_at: created_at?.toISOString() ?? null }
}

export async function hasCode(db: Db, userId: string, typed: string): Promise<boolean> {
  const found = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, typed))
    .executeTakeFirst()
  return found !== undefined
}

/** Finds and removes the code, so that of two requests with the same code only one succeeds. */
export async function takeCode(trx: Tx, userId: string, typed: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(userId, typed))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
