import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import pg from 'pg'
import { SEALED_COLUMNS } from '../../../src/keeping/backup/key/sealed-columns.ts'
import { isKept, LEFT_OUT, readTables } from '../../../src/keeping/backup/tables.ts'
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

/** The tables whose rows are part of a backup. Ask for a new one: do its rows mean the same in another cluster? */
const KEPT = `
  account_links agent_calls api_tokens audit_log comments deliveries device_codes engagement_hours events
  failed_payment_events follows idempotency_keys image_uses invitations known_devices likes listing_counts listings
  mail_digests mail_settings media_addresses
  muted_notifications notifications oauth_clients oauth_codes passkeys payment_events payment_listings post_groups
  post_pages post_revisions posts preview_links purchases rankings recovery_codes redirects reports resonances
  salon_members salons saves search_documents search_index search_queue
  secret_key_proof series sessions site_setup sold_copies storage_use trending undeliverable_addresses undelivered
  unmatched_payments upload_index uploads users webhooks whole_pages`
  .trim()
  .split(/\s+/)

it('every table is part of backups, or is left out for a stated reason', async () => {
  const tables = await readTables(client)
  assert.deepEqual(
    tables.filter(isKept).map(({ name }) => name),
    KEPT,
    'add a table to KEPT here, or with a reason to LEFT_OUT in src/keeping/backup/tables.ts',
  )
  const others = tables.filter(table => !isKept(table)).map(({ name }) => name)
  assert.deepEqual(others, Object.keys(LEFT_OUT).sort())
})

/** Columns with hashes and public keys, which no key protects. */
const HASHES = `
  account_links.token_hash api_tokens.former_refresh_hash api_tokens.refresh_hash api_tokens.token_hash
  device_codes.device_code_hash device_codes.user_code_hash idempotency_keys.request_hash invitations.token_hash
  known_devices.device_hash
  oauth_codes.code_hash passkey_challenges.challenge_hash passkeys.public_key
  posts.content_sha256 recovery_codes.code_hash search_documents.content_sha256 sessions.token_hash uploads.sha256 uploads.stored_sha256`
  .trim()
  .split(/\s+/)

it('every column with bytes is a hash, or is encrypted again when the key changes', async () => {
  const { rows } = await client.query(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' order by 1`)
  const sealed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...HASHES, ...sealed, 'secret_key_proof.sealed'].sort(),
    'add a hash to HASHES here, and a secret to SEALED_COLUMNS in src/keeping/backup/key/sealed-columns.ts',
  )
})
