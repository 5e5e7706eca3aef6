import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { type ArchiveEntry, damaged } from '../archive/archive-reader.ts'
import { type ArchiveHeader, JOBS_TABLE, ROWS_FOLDER, type TableSummary } from '../archive/manifest.ts'
import { columnList, quoted, readTables } from '../tables.ts'

const JOBS_COLUMNS =
  'identifier text, payload json, queue_name text, run_at timestamptz, max_attempts smallint, key text, priority smallint, flags text[]'

interface OpenTable {
  readonly name: string
  /** Undefined for a table that this release does not have: its rows are only checked. */
  readonly copy: CopyStreamQuery | undefined
  readonly hash: Hash
  bytes: number
}

/** Loads the parts of tables in the order of the archive. The tables exist, and have neither triggers nor foreign keys. */
export class RowLoader {
  readonly loaded: TableSummary[] = []
  /** Tables of the backup that are not tables of Galley. */
  readonly skipped: string[] = []
  readonly #client: pg.Client
  readonly #columns: ReadonlyMap<string, readonly string[]>
  #known: ReadonlySet<string> = new Set()
  #open: OpenTable | undefined

  constructor(client: pg.Client, header: ArchiveHeader) {
    this.#client = client
    this.#columns = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  }

  /** Migrations may have inserted rows. */
  async prepare(): Promise<void> {
    this.#known = new Set((await readTables(this.#client)).map(({ name }) => name))
    for (const name of this.#columns.keys()) {
      if (this.#known.has(name)) await this.#client.query(`delete from ${quoted(name)}`)
    }
    await this.#client.query(`create temporary table ${JOBS_TABLE} (${JOBS_COLUMNS}) on commit drop`)
  }

  async load(entry: ArchiveEntry): Promise<void> {
    const name = entry.name.slice(ROWS_FOLDER.length, entry.name.lastIndexOf('/'))
    if (this.#open?.name !== name) {
      await this.finish()
      this.#open = { name, copy: this.#start(name), hash: createHash('sha256'), bytes: 0 }
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
    this.#open = undefined
    if (table === undefined) return
    table.copy?.end()
    if (table.copy !== undefined) await finished(table.copy)
    else this.skipped.push(table.name)
    const { name, bytes, hash, copy } = table
    this.loaded.push({ name, bytes, sha256: hash.digest('hex'), rows: copy?.rowCount ?? 0 })
  }

  /** Ends a table that is not complete. Before that, the connection accepts no rollback. */
  async abort(): Promise<void> {
    const copy = this.#open?.copy
    this.#open = undefined
    if (copy === undefined || copy.errored !== null) return
    copy.destroy()
    await finished(copy).catch(() => {})
  }

  #start(name: string): CopyStreamQuery | undefined {
    if (name === JOBS_TABLE) return this.#copy(`copy ${JOBS_TABLE} from stdin`)
    const columns = this.#columns.get(name)
    if (columns === undefined) throw damaged(`it does not describe the table ${name}`)
    if (!this.#known.has(name)) return undefined
    return this.#copy(`copy ${quoted(name)} (${columnList(columns)}) from stdin`)
  }

  #copy(text: string): CopyStreamQuery {
    // An error is thrown by the next write, or by the end.
    return this.#client.query(copyFrom(text)).on('error', () => {})
  }
}

/** Rejects if the copy has failed. */
async function write(copy: CopyStreamQuery, chunk: Uint8Array): Promise<void> {
  if (copy.errored !== null) throw copy.errored
  if (!copy.write(chunk)) await once(copy, 'drain')
}

/** Adds the loaded jobs to the worker's queue. */
export async function addJobs(client: pg.Client): Promise<void> {
  await client.query(`
    select graphile_worker.add_job(identifier, payload, queue_name => queue_name, run_at => run_at,
      max_attempts => max_attempts, job_key => key, priority => priority, flags => flags)
    from ${JOBS_TABLE}`)
}
