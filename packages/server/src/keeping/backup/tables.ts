import type pg from 'pg'

/** Tables that a backup does not contain, and why. All others are part of it. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  kysely_migration: 'the restore runs the migrations that the backup lists',
  kysely_migration_lock: 'belongs to the migrations',
  sql_files: 'filled when functions and triggers are created',
  event_listeners: 'who reads a stream of events at this moment',
  backup_runs: 'describes backups of the former installation',
  storage_identity: 'names the folder of images of this installation; the first start records the new one',
  passkey_challenges: 'valid for minutes',
  login_failures: 'slows down log-ins of the last day',
  mails: 'a restored installation would send them a second time',
  mail_start: 'the time from which on this installation mails notifications; the restore creates it',
  rate_limit_windows: 'counts of the last minutes',
  event_positions: 'belongs to the PostgreSQL cluster; the restore computes it',
}

/** Schemas with the data that restores have replaced. */
export const ASIDE_PREFIX = 'galley_replaced_'

export interface TableColumns {
  readonly name: string
  /** Without generated columns, which PostgreSQL computes itself. */
  readonly columns: string[]
}

/** The tables of the current schema, except those of extensions, in the order of their names. */
export async function readTables(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by c.relname order by c.relname`)
  return rows
}

export const isKept = ({ name }: { readonly name: string }): boolean => !(name in LEFT_OUT)

/** For SQL texts: a name in double quotes. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ')
