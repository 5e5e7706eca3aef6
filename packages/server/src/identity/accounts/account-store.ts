import type { Language } from '@galley/contract/identity/languages'
import type { Plan } from '@galley/contract/identity/plans'
import type { Role } from '@galley/contract/identity/roles'
import { type Selectable, sql } from 'kysely'
import { NAMES, userSubject } from '../../platform/cache/subjects.ts'
import type { Db, Tx } from '../../platform/db/connection/database.ts'
import type { Tables } from '../../platform/db/schema.ts'
import type { Notify } from '../../platform/db/transact.ts'
import { canonicalUsername } from './canonical-username.ts'

export type Account = Selectable<Tables['users']>

export interface NewAccount {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password_hash: string
  readonly display_name: string
  readonly plan?: Plan
  readonly role?: Role
  readonly language?: Language
  readonly email_verified_at?: Date
}

export function insertAccount(db: Db, account: NewAccount): Promise<Account> {
  return db.insertInto('users').values(account).returningAll().executeTakeFirstOrThrow()
}

export function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Accepts unchecked text from a path or a query. */
export async function findAccountByUsername(db: Db, username: string): Promise<Account | undefined> {
  const name = canonicalUsername(username)
  if (name === undefined) return undefined
  // Stored names are lower case already; `lower` matches the unique index.
  return db.selectFrom('users').selectAll().where(sql<boolean>`lower(username) = ${name}`).executeTakeFirst()
}

/** A login is an e-mail address or a username. A username has no `@`, so the two cannot be confused. */
export async function findAccountByLogin(db: Db, login: string): Promise<Account | undefined> {
  if (!login.includes('@')) return findAccountByUsername(db, login)
  // Addresses are ASCII. Some collations map other characters to ASCII letters, which would find another account.
  if (!/^[\x20-\x7e]*$/.test(login)) return undefined
  return db.selectFrom('users').selectAll().where(sql<boolean>`lower(email) = lower(${login})`).executeTakeFirst()
}

export async function takenNames(
  db: Db,
  username: string,
  email: string,
): Promise<{ username: boolean; email: boolean }> {
  const rows = await db
    .selectFrom('users')
    .select([
      sql<boolean>`lower(username) = lower(${username})`.as('username'),
      sql<boolean>`lower(email) = lower(${email})`.as('email'),
    ])
    .where(sql<boolean>`lower(username) = lower(${username}) or lower(email) = lower(${email})`)
    .execute()
  return { username: rows.some(row => row.username), email: rows.some(row => row.email) }
}

export function listAccounts(db: Db, page: { limit: number; offset: number }): Promise<Account[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export type AccountChange = Partial<
  Pick<
    Account,
    | 'display_name'
    | 'bio'
    | 'avatar_url'
    | 'password_hash'
    | 'plan'
    | 'role'
    | 'is_verified'
    | 'email'
    | 'email_verified_at'
    | 'language'
  >
>

/** Of what its owner or others see. Locks the account first. */
export async function changeAccount(trx: Tx, notify: Notify, id: string, change: AccountChange): Promise<Account> {
  const before = await lockAccount(trx, id)
  const after = await update(trx, id, change)
  const changed = (...fields: (keyof AccountChange)[]) => fields.some(field => before[field] !== after[field])
  if (changed('plan', 'role', 'password_hash')) notify({ about: 'account', userId: id })
  else if (changed('display_name', 'avatar_url')) notify({ about: 'account', userId: id, changed: 'profile' })
  if (changed('display_name', 'bio', 'avatar_url', 'is_verified')) {
    notify({ about: 'public', subjects: [userSubject(id), ...(changed('display_name') ? [NAMES] : [])] })
  }
  return after
}

export function updateAccount(db: Db, id: string, change: AccountChange): Promise<Account> {
  return update(db, id, change)
}

/** Used by `suspendAccount`, which also hides the account's content. */
export function updateSuspension(trx: Tx, id: string, suspendedAt: Date | null): Promise<Account> {
  // A restored account is not to be deleted any more.
  const undeleted = suspendedAt === null ? { deletion_requested_at: null, deleted_by_operator: false } : {}
  return update(trx, id, { suspended_at: suspendedAt, ...undeleted })
}

function update(db: Db, id: string, change: Partial<Account>): Promise<Account> {
  return db
    .updateTable('users')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns whether the account is active; it cannot be suspended before the transaction ends. */
export async function lockIfActive(trx: Tx, id: string): Promise<boolean> {
  const active = trx.selectFrom('users').select('id').where('id', '=', id).where('suspended_at', 'is', null)
  return (await active.forShare().executeTakeFirst()) !== undefined
}

/** Serialises changes to one account's resources, so that limits counted inside the transaction hold. */
export function lockAccount(trx: Tx, id: string): Promise<Account> {
  return trx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** The bytes that an account has stored: triggers keep them, in rows that count together. */
export async function readStorageUse(db: Db, userId: string): Promise<{ texts_bytes: number; uploads_bytes: number }> {
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::float8`
  return db
    .selectFrom('storage_use')
    .select([sum('texts_bytes').as('texts_bytes'), sum('uploads_bytes').as('uploads_bytes')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}
