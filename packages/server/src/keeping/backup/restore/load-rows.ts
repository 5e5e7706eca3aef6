import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { type ArchiveEntry, damaged } from '../archive/archive-reader.ts'
import { type ArchiveHeader, JOBS_TABLE, ROWS_FOLDER, type TableSummary } from '../archive/manifest.ts'
import { columnList, isKept, quoted, readTables } from '../tables.ts'

const JOBS_COLUMNS =
  'identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, key text, priority smallint, flags text[]'

/** Where the rows of a table are loaded if the backup has columns that this release does not have. */
const LOADING = 'loading_rows'

interface OpenTable {
  readonly name: string
  /** Undefined for a table that this release does not have: its rows are only checked. */
  readonly copy: OpenCopy | undefined
  readonly hash: Hash
  bytes: number
}

interface OpenCopy {
  readonly stream: CopyStreamQuery
  /** The stream itself does not know that PostgreSQL has ended it. */
  error: Error | undefined
  /** After the last row. */
  readonly then: readonly string[]
}

/** Loads the parts of tables in the order of the archive. The tables exist, and have neither triggers nor foreign keys. */
export class RowLoader {
  readonly loaded: TableSummary[] = []
  /** Tables and columns of the backup that are not those of Galley. */
  readonly skipped: string[] = []
  readonly skippedColumns: string[] = []
  readonly #client: pg.Client
  readonly #columns: ReadonlyMap<string, readonly string[]>
  #known: ReadonlyMap<string, readonly string[]> = new Map()
  #open: OpenTable | undefined

  constructor(client: pg.Client, header: ArchiveHeader) {
    this.#client = client
    this.#columns = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  }

  /** Migrations may have inserted rows. */
  async prepare(): Promise<void> {
    const tables = (await readTables(this.#client)).filter(isKept)
    this.#known = new Map(tables.map(({ name, columns }) => [name, columns]))
    for (const { name } of tables) {
      if (!this.#columns.has(name)) throw damaged(`it has no table ${name}`)
      await this.#client.query(`delete from ${quoted(name)}`)
    }
    await this.#client.query(`create temporary table ${JOBS_TABLE} (${JOBS_COLUMNS}) on commit drop`)
  }

  async load(entry: ArchiveEntry): Promise<void> {
    const name = entry.name.slice(ROWS_FOLDER.length, entry.name.lastIndexOf('/'))
    if (this.#open?.name !== name) {
      await this.finish()
      if (this.loaded.some(table => table.name === name)) throw damaged(`it has the table ${name} twice`)
      this.#open = { name, copy: await this.#start(name), hash: createHash('sha256'), bytes: 0 }
    }
    const table = this.#open
    for await (const chunk of entry.content) {
      table.hash.update(chunk)
      table.bytes += chunk.length
      if (table.copy !== undefined) await write(table.copy, chunk)
    }
  }

  /** Completes the last table. */
  async finish(): Promise<void> {
    const table = this.#open
    if (table === undefined) return
    if (table.copy === undefined) this.skipped.push(table.name)
    else await end(table.copy)
    this.#open = undefined
    for (const text of table.copy?.then ?? []) await this.#client.query(text)
    const { name, bytes, hash, copy } = table
    this.loaded.push({ name, bytes, sha256: hash.digest('hex'), rows: copy?.stream.rowCount ?? 0 })
  }

  /** Ends a table that is not complete. Before that, the connection accepts no rollback. */
  async abort(): Promise<void> {
    const copy = this.#open?.copy
    this.#open = undefined
    if (copy === undefined || copy.error !== undefined) return
    copy.stream.destroy()
    await finished(copy.stream).catch(() => {})
  }

  async #start(name: string): Promise<OpenCopy | undefined> {
    if (name === JOBS_TABLE) return this.#copy(`copy ${JOBS_TABLE} from stdin`)
    const columns = this.#columns.get(name)
    if (columns === undefined) throw damaged(`it does not describe the table ${name}`)
    const known = this.#known.get(name)
    if (known === undefined) return undefined
    const others = columns.filter(column => !known.includes(column))
    if (others.length === 0) return this.#copy(`copy ${quoted(name)} (${columnList(columns)}) from stdin`)
    this.skippedColumns.push(...others.map(column => `${name}.${column}`))
    const kept = columnList(columns.filter(column => known.includes(column)))
    await this.#client.query(`create temporary table ${LOADING} as select ${kept} from ${quoted(name)} with no data`)
    for (const column of others) await this.#client.query(`alter table ${LOADING} add column ${quoted(column)} text`)
    return this.#copy(`copy ${LOADING} (${columnList(columns)}) from stdin`, [
      `insert into ${quoted(name)} (${kept}) overriding system value select ${kept} from ${LOADING}`,
      `drop table ${LOADING}`,
    ])
  }

  #copy(text: string, then: readonly string[] = []): OpenCopy {
    const copy: OpenCopy = { stream: copyFrom(text), error: undefined, then }
    this.#client.query(copy.stream).on('error', error => {
      copy.error = error
      // Otherwise it would go on with what it has not sent yet, and fail outside of our code.
      copy.stream.destroy()
    })
    return copy
  }
}

async function write({ stream, error }: OpenCopy, chunk: Uint8Array): Promise<void> {
  if (error !== undefined) throw error
  if (!stream.write(chunk)) await once(stream, 'drain')
}

async function end({ stream, error }: OpenCopy): Promise<void> {
  if (error !== undefined) throw error
  stream.end()
  await finished(stream)
}

/** Adds the loaded jobs to the worker's queue. */
export async function addJobs(client: pg.Client): Promise<void> {
  await client.query(`
    select graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at,
      max_attempts => max_attempts, job_key => key, priority => priority, flags => flags)
    from ${JOBS_TABLE}`)
}
