import { sql } from 'kysely'
import type { SecretBox } from '../../../platform/core/secret-box.ts'
import type { Tx } from '../../../platform/db/connection/database.ts'
import { hasTable } from '../../../platform/db/has-table.ts'
import { opensDatabase, replaceKeyProof } from '../../../platform/db/secret-key.ts'
import { ASIDE_PREFIX } from '../tables.ts'

/** Everything that is encrypted with the secret key, beside the proof of the key itself. */
export const SEALED_COLUMNS = [
  { table: 'webhooks', column: 'secret' },
  { table: 'webhooks', column: 'previous_secret' },
  { table: 'idempotency_keys', column: 'answer' },
  { table: 'mails', column: 'content' },
] as const

const BATCH = 500

/** Encrypts all secrets with another key, in the caller's transaction. */
export async function reencrypt(trx: Tx, from: SecretBox, to: SecretBox): Promise<void> {
  for (const sealed of SEALED_COLUMNS) {
    // The data may be that of an earlier release.
    if (!(await hasTable(trx, sealed.table))) continue
    await reencryptColumn(trx, sealed, value => to.seal(from.open(value)))
  }
  await replaceKeyProof(trx, to)
}

/** Also the data that a restore has replaced: `restore --undo` brings it back, and a start needs its key. */
export async function reencryptAll(trx: Tx, from: SecretBox, to: SecretBox): Promise<void> {
  await reencrypt(trx, from, to)
  const { rows } = await sql<{ aside: string; path: string }>`
    select nspname as aside, current_setting('search_path') as path
    from pg_namespace where starts_with(nspname, ${ASIDE_PREFIX})`.execute(trx)
  const search = (path: string) => sql`select set_config('search_path', ${path}, true)`.execute(trx)
  for (const { aside, path } of rows) {
    await search(aside)
    if (await opensDatabase(trx, from)) await reencrypt(trx, from, to)
    await search(path)
  }
}

async function reencryptColumn(
  trx: Tx,
  { table, column }: (typeof SEALED_COLUMNS)[number],
  change: (value: Buffer) => Buffer,
): Promise<void> {
  const [name, value] = [sql.table(table), sql.ref(column)]
  // By the place of each row, which changes with its update: rows that were written are not read again.
  const { rows } = await sql<{ place: string }>`
    select ctid::text as place from ${name} where ${value} is not null for update`.execute(trx)
  for (let from = 0; from < rows.length; from += BATCH) {
    const places = rows.slice(from, from + BATCH).map(({ place }) => place)
    const { rows: found } = await sql<{ place: string; value: Buffer }>`
      select ctid::text as place, ${value} as value from ${name} where ctid = any(${places}::tid[])`.execute(trx)
    const changed = found.map(row => ({ place: row.place, value: change(row.value).toString('base64') }))
    await sql`
      update ${name} set ${value} = decode(c.value, 'base64')
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c(place tid, value text)
      where ${name}.ctid = c.place`.execute(trx)
  }
}
