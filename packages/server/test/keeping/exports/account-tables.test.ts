import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
let client: pg.Client
before(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

/** Tables that refer to accounts and are not part of the export of an account, and why. */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  account_links: 'hashes of links that are valid for a short time',
  audit_log: 'decisions of admins about other accounts',
  device_codes: 'valid for minutes',
  event_listeners: 'who reads a stream of events at this moment',
  events: 'follow from the posts',
  idempotency_keys: 'repeats answers of the last day',
  invitations: 'an admin makes them for the site',
  mail_digests: 'when the next mail is due',
  mails: 'deleted after some days; the recipient has them',
  oauth_codes: 'valid for minutes',
  passkey_challenges: 'valid for minutes',
  post_groups: 'counts of the posts',
  storage_use: 'the size of the texts and images',
}

interface Reference {
  readonly table: string
  readonly column: string
  /** `a`: refuse; `c`: cascade; `n`: set null. */
  readonly on_delete: string
}

async function readReferences(): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select conrelid::regclass::text as table, attname as column, confdeltype as on_delete
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = 'users'::regclass order by 1, 2`)
  return rows
}

it('a deleted account leaves no row that refers to it', async () => {
  const references = await readReferences()
  assert.deepEqual(
    references.filter(({ on_delete }) => !['c', 'n'].includes(on_delete)).map(({ table }) => table),
    // A purge deletes the posts before the account.
    ['posts'],
    'write the reference with "on delete cascade" or "on delete set null"',
  )
})

it('every table that refers to accounts is part of the export, or is left out for a stated reason', async () => {
  const queries = readFileSync(join(import.meta.dirname, '../../../src/keeping/exports/export-store.ts'), 'utf8')
  const isExported = (table: string) =>
    new RegExp(`(from |join |selectFrom\\('|reactions\\(')${table}\\b`).test(queries)
  const tables = [...new Set((await readReferences()).map(({ table }) => table))]
  assert.deepEqual(
    tables.filter(table => !isExported(table)),
    Object.keys(NOT_EXPORTED),
    'add a query to src/keeping/exports/export-store.ts, or the table with a reason to NOT_EXPORTED here',
  )
})
