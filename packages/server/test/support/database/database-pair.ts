import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/embedded-postgres.ts'
import { DataFolder, signalQuietly, until } from '../processes/galley-process.ts'

const run = promisify(execFile)
const PORT = 5432

/** A primary and a streaming replica, both from the PostgreSQL that npm installs, and an address for the primary. */
export class DatabasePair {
  readonly #first = new DataFolder()
  readonly #second = new DataFolder()
  readonly #address = new DatabaseAddress()
  #primary = this.#first

  /** The primary, also after a failover. */
  get url(): string {
    return urlOf(this.#first, `localhost:${this.#address.port}`)
  }

  /** Of the first database, which is the primary until a failover. */
  get connection(): ReturnType<DataFolder['connection']> {
    return this.#first.connection()
  }

  get replicaUrl(): string {
    return this.#second.databaseUrl
  }

  async start(): Promise<void> {
    // As a command, so that nothing restarts a primary that is killed. WAL is kept until the replica has it.
    const settings = { wal_keep_size: '512MB', max_connections: '200' }
    const as = { kind: 'command' } as const
    await startEmbeddedPostgres({ dataDir: this.#first.path, as, log: () => {}, settings })
    await this.#copy()
    await startEmbeddedPostgres({ dataDir: this.#second.path, as, log: () => {}, settings })
    await until('the replica streams', async () => (await this.replicas()).length === 1)
    // From now on a change is answered only when the replica has it, so that a failover loses none.
    await this.query("alter system set synchronous_standby_names = '*'")
    await this.query('select pg_reload_conf()')
    await until('the replica is synchronous', async () => (await this.replicas())[0]?.['sync_state'] === 'sync')
    await this.#address.open(socketOf(this.#first))
  }

  replicas(): Promise<Record<string, unknown>[]> {
    return this.query('select state, sync_state from pg_stat_replication')
  }

  query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return queryOf(this.#primary, text, values)
  }

  /** The replica still receives everything, but shows the present state until it is resumed. */
  async pauseReplica(): Promise<void> {
    await queryOf(this.#second, 'select pg_wal_replay_pause()')
  }

  async resumeReplica(): Promise<void> {
    await queryOf(this.#second, 'select pg_wal_replay_resume()')
  }

  /** Kills the primary, promotes the replica, and lets the address lead to it: the steps of the documentation. */
  async failOver(): Promise<void> {
    const pid = this.#first.postmaster()
    if (pid !== undefined) signalQuietly(pid, 'SIGKILL')
    this.#address.disconnect()
    this.#primary = this.#second
    await this.query('select pg_promote()')
    this.#address.lead(socketOf(this.#second))
  }

  close(): void {
    this.#address.close()
    this.#first.remove()
    this.#second.remove()
  }

  /** A base copy of the running primary, prepared as a replica. */
  async #copy(): Promise<void> {
    const [from, to] = [join(this.#first.path, 'database'), join(this.#second.path, 'database')]
    const client = new pg.Client(this.#first.connection())
    await client.connect()
    await client.query("select pg_backup_start('replica', fast => true)")
    const owner = await stat(from)
    await mkdir(to)
    await chmod(to, owner.mode)
    await chown(to, owner.uid, owner.gid)
    // With owners, because the database runs as another user if this process is root.
    await run('cp', ['-a', join(from, 'cluster'), join(from, 'password'), to])
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    await client.end()
    const cluster = join(to, 'cluster')
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '')
    await writeFile(join(cluster, 'standby.signal'), '')
    const { host, user, password } = this.#first.connection()
    const source = `host=${host} port=${PORT} user=${user} password=${password} application_name=replica`
    await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
    const { uid, gid } = await stat(join(cluster, 'PG_VERSION'))
    for (const name of ['backup_label', 'standby.signal']) await chown(join(cluster, name), uid, gid)
  }
}

/** A fixed address in front of the database, as a DNS name or a proxy is in production. */
class DatabaseAddress {
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  #target: string | undefined

  constructor() {
    this.#server = createServer(client => {
      if (this.#target === undefined) return void client.destroy()
      const database = connect(this.#target)
      for (const [one, other] of [
        [client, database],
        [database, client],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    })
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  async open(target: string): Promise<void> {
    this.#target = target
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
  }

  disconnect(): void {
    this.#target = undefined
    for (const socket of this.#sockets) socket.destroy()
  }

  lead(target: string): void {
    this.#target = target
  }

  close(): void {
    this.disconnect()
    this.#server.close()
  }
}

async function queryOf(folder: DataFolder, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...folder.connection(), connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const socketOf = (folder: DataFolder) => join(folder.connection().host, `.s.PGSQL.${PORT}`)

function urlOf(folder: DataFolder, host: string): string {
  const { user, password, database } = folder.connection()
  return `postgres://${user}:${password}@${host}/${database}`
}
