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

interface Column {
  readonly type: string
  readonly nullable: boolean
  /** Whether the database has a default for it. */
  readonly hasDefault: boolean
}
type Catalogue = Record<string, Record<string, Column>>

/** The JavaScript type of each PostgreSQL type. */
const DRIVER_TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  // As text, because bigint exceeds the JavaScript number range.
  bigint: 'string',
  xid8: 'string',
  'double precision': 'number',
  bytea: 'Buffer',
  jsonb: 'json',
  'text[]': 'string[]',
  'integer[]': 'number[]',
}

async function readCatalogue(): Promise<Catalogue> {
  const { rows } = await client.query(`
    select c.relname as table, a.attname as name, regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*\\)', '') as type,
      not a.attnotnull as nullable, (a.atthasdef or a.attidentity <> '') as has_default
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and c.relname not like 'kysely\\_%'`)
  const catalogue: Catalogue = {}
  for (const { table, name, type, nullable, has_default } of rows) {
    catalogue[table] ??= {}
    const known = type === 'timestamp with time zone' ? 'time' : (DRIVER_TYPES[type] ?? type)
    catalogue[table][name] = { type: known, nullable, hasDefault: has_default }
  }
  return catalogue
}

/** Parses schema.ts: one column per line, as the formatter writes them. */
function readSchema(): Catalogue {
  const text = readFileSync(join(import.meta.dirname, '../../../src/platform/db/schema.ts'), 'utf8')
  const columnsIn = (body: string) =>
    Object.fromEntries(
      body
        .split('\n')
        .map(line => line.trim())
        .filter(line => !line.startsWith('/**'))
        .map(line => /^(\w+): (.+)$/.exec(line) ?? assert.fail(`unread: ${line}`))
        .map(([, column = '', type = '']) => [column, columnOf(type)]),
    )
  const [before = '', tables = ''] = text.split('export interface Tables {\n')
  /** Columns that several tables have. */
  const shared = (name: string) =>
    new RegExp(`interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(before)?.[1] ?? assert.fail(`no ${name}`)
  return Object.fromEntries(
    [...tables.matchAll(/^ {2}(\w+): (?:(\w+)|\{\n([\s\S]*?)\n {2}\})$/gm)].map(([, table, name, body]) => [
      table,
      columnsIn(body ?? shared(name ?? '')),
    ]),
  )
}

function columnOf(written: string): Column {
  const [, inner] = /^Generated(?:Always)?<(.*)>$/.exec(written) ?? []
  const type = inner ?? written
  if (/^(Nullable|Default)?Time$/.test(type)) {
    return { type: 'time', nullable: type === 'NullableTime', hasDefault: type === 'DefaultTime' }
  }
  if (type.startsWith('ColumnType<')) {
    return { type: 'json', nullable: false, hasDefault: /<.*, string \| undefined, string>$/.test(type) }
  }
  const nullable = type.endsWith(' | null')
  return { type: baseOf(type.replace(/ \| null$/, '')), nullable, hasDefault: inner !== undefined }
}

/** Named types, such as `Plan`, are unions of strings. */
function baseOf(type: string): string {
  if (['string', 'number', 'boolean', 'Buffer', 'number[]'].includes(type)) return type
  return type.endsWith('[]') ? 'string[]' : 'string'
}

it('schema.ts has every table and column of the database, with its type, nullability and default', async () => {
  assert.deepEqual(readSchema(), await readCatalogue(), 'schema.ts (+) must describe the database (-)')
})

it('every foreign key has an index, except those that refer to accounts and salons', async () => {
  // An account is deleted alone, so one search through a table is quick enough. Posts and others are deleted by thousands.
  const { rows } = await client.query(`
    select c.conrelid::regclass || '.' || a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid not in ('users'::regclass, 'salons'::regclass) and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`)
  assert.deepEqual(rows, [], 'create an index that begins with the column')
})
