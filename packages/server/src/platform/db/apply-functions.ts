import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Tx } from './connection/database.ts'

const FOLDER = join(import.meta.dirname, 'functions')

interface FunctionFile {
  readonly name: string
  readonly text: string
  readonly sha256: string
}

/**
 * Updates the functions and triggers of the database to the files in `db/functions`. A file that was changed, added or
 * removed is applied as a whole: what it created before is dropped (triggers with their functions), then it runs. The
 * caller's transaction makes sure that no write happens without its triggers.
 */
export async function applyFunctions(trx: Tx): Promise<void> {
  const files = readFiles()
  const applied = await trx.selectFrom('sql_files').selectAll().execute()
  const isSame = (one: { name: string; sha256: string }) => (other: { name: string; sha256: string }) =>
    one.name === other.name && one.sha256 === other.sha256
  // Functions may call each other across files; their bodies are checked when they run.
  await sql`set local check_function_bodies = off`.execute(trx)
  for (const row of applied) if (!files.some(isSame(row))) await dropFile(trx, row)
  for (const file of files) if (!applied.some(isSame(file))) await applyFile(trx, file)
}

function readFiles(): FunctionFile[] {
  const names = readdirSync(FOLDER).filter(name => name.endsWith('.sql'))
  return names.sort().map(name => {
    const text = readFileSync(join(FOLDER, name), 'utf8')
    return { name, text, sha256: hash('sha256', text) }
  })
}

async function dropFile(trx: Tx, { name, functions }: { name: string; functions: string[] }): Promise<void> {
  for (const signature of functions) await sql`drop function if exists ${sql.raw(signature)} cascade`.execute(trx)
  await trx.deleteFrom('sql_files').where('name', '=', name).execute()
}

async function applyFile(trx: Tx, { name, text, sha256 }: FunctionFile): Promise<void> {
  const before = await createdHere(trx)
  await sql.raw(text).execute(trx)
  const functions = (await createdHere(trx)).filter(signature => !before.includes(signature))
  await trx.insertInto('sql_files').values({ name, sha256, functions }).execute()
}

/** The functions that this transaction has created so far. */
async function createdHere(trx: Tx): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc where xmin = pg_current_xact_id()::xid order by 1`.execute(
    trx,
  )
  return rows.map(({ signature }) => signature)
}
