import type pg from 'pg'
import { ASIDE_PREFIX, quoted, readTables } from '../tables.ts'

/** Kysely looks for these names in all schemas, so they need other ones while they are aside. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'].map(name => ({
  name,
  aside: `replaced_${name}`,
}))

/** Schemas with the data that earlier restores have replaced, the newest first. */
export async function findAside(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select nspname as name from pg_namespace where starts_with(nspname, $1) order by 1 desc',
    [ASIDE_PREFIX],
  )
  return rows.map(({ name }) => name)
}

/** Moves all tables, functions and waiting jobs into another schema. It is part of the transaction of the restore. */
export async function moveAside(client: pg.ClientBase, at: Date): Promise<string> {
  const aside = `${ASIDE_PREFIX}${at.toISOString().replaceAll(/\D/g, '')}`
  await client.query(`create schema ${quoted(aside)}`)
  const { rows } = await client.query<{ home: string }>('select current_schema() as home')
  await client.query(`create table ${quoted(aside)}.waiting_jobs as
    select j.*, t.identifier, q.queue_name from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`)
  await client.query('delete from graphile_worker._private_jobs')
  await moveObjects(client, rows[0]?.home ?? 'public', aside)
  for (const table of MIGRATION_TABLES) {
    await client.query(`alter table if exists ${quoted(aside)}.${table.name} rename to ${table.aside}`)
  }
  return aside
}

/** Puts what was replaced back in its place. The present data is lost. Part of the caller's transaction. */
export async function moveBack(client: pg.ClientBase, aside: string): Promise<void> {
  const { rows } = await client.query<{ home: string }>('select current_schema() as home')
  const home = rows[0]?.home ?? 'public'
  const discarded = `${ASIDE_PREFIX}discarded`
  await client.query(`create schema ${discarded}`)
  await moveObjects(client, home, discarded)
  await client.query(`drop schema ${discarded} cascade`)
  await client.query('delete from graphile_worker._private_jobs')
  await client.query(`select graphile_worker.add_job(identifier, payload::json, queue_name => queue_name, run_at => run_at,
      max_attempts => max_attempts, job_key => key, priority => priority,
      flags => (select array_agg(flag) from jsonb_object_keys(flags) flag))
    from ${quoted(aside)}.waiting_jobs where attempts < max_attempts order by id`)
  await client.query(`drop table ${quoted(aside)}.waiting_jobs`)
  for (const table of MIGRATION_TABLES) {
    await client.query(`alter table if exists ${quoted(aside)}.${table.aside} rename to ${table.name}`)
  }
  await client.query(`set local search_path = ${quoted(aside)}`)
  await moveObjects(client, aside, home)
  await client.query(`set local search_path = ${quoted(home)}`)
  await client.query(`drop schema ${quoted(aside)}`)
}

/** Functions first: their signatures name the tables. Indexes, sequences and triggers move with their tables. */
async function moveObjects(client: pg.ClientBase, from: string, to: string): Promise<void> {
  const { rows: functions } = await client.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = $1::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`,
    [quoted(from)],
  )
  const { rows: types } = await client.query<{ name: string }>(
    `select quote_ident(typname) as name from pg_type where typnamespace = $1::regnamespace and typtype in ('d', 'e')`,
    [quoted(from)],
  )
  const tables = await readTables(client)
  for (const { signature } of functions) await client.query(`alter function ${signature} set schema ${quoted(to)}`)
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(from)}.${quoted(name)} set schema ${quoted(to)}`)
  }
  for (const { name } of types) await client.query(`alter type ${quoted(from)}.${name} set schema ${quoted(to)}`)
}
