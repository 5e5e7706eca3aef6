import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const TEMPLATE = 'galley_template'

/** All processes on one database need the same key. */
export const TEST_SECRET_KEY = 'a key for tests, the same in all of them'

export interface TestDatabase {
  readonly connection: pg.ClientConfig & {
    host: string
    port: number
    user: string
    password: string
    database: string
  }
  /** The same as a URL, for processes that take settings. */
  readonly url: string
  drop(): Promise<void>
}

/** A database for one test file: a clone of the migrated template, or an empty one. */
export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const home = homeConnection()
  const database = `test_${randomBytes(8).toString('hex')}`
  // Copies files; the default strategy would write the whole template to the WAL for each clone.
  await asHome(`create database ${database} template ${template} strategy file_copy`)
  const connection = { ...home, database }
  const { user, password, host, port } = home
  const query = new URLSearchParams({ host, port: String(port) })
  return {
    connection,
    url: `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@localhost/${database}?${query}`,
    drop: () => asHome(`drop database if exists ${database} with (force)`),
  }
}

/** A log-in hashes the password 4,096 times otherwise, and the tests open thousands of connections. */
export async function makeLoginsCheap(connection: pg.ClientConfig & { password: string }): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(
    `set scram_iterations = 1; alter role current_user password ${client.escapeLiteral(connection.password)}`,
  )
  await client.end()
}

/** One for all files in this process, which opens a connection when it needs one. */
let pool: pg.Pool | undefined

async function asHome(statement: string): Promise<void> {
  pool ??= new pg.Pool({ ...homeConnection(), max: 1, allowExitOnIdle: true })
  await pool.query(statement)
}

function homeConnection(): { host: string; port: number; user: string; password: string; database: string } {
  const found = process.env['GALLEY_TEST_DATABASE']
  if (found === undefined) throw new Error('run the tests with: npm test [-- part of a file name]')
  return JSON.parse(found)
}
