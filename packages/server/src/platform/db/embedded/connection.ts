import { realpath } from 'node:fs/promises'
import { Socket } from 'node:net'
import { Client } from 'pg'
import { errorCode } from '../../core/errors.ts'
import { SUPERUSER } from './cluster.ts'
import type { DatabaseFolder } from './files/database-folder.ts'
import { type PidFile, readPidFile } from './files/pid-file.ts'
import { SOCKET_PORT, socketFolderOf } from './files/socket-folder.ts'
import { isOnCluster, parentOf } from './processes.ts'
import { DatabaseStartError } from './start-error.ts'

export interface Connection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
}

/**
 * The connection as a URL for `psql` and other programs. A socket folder is not a valid host, so the query names it.
 */
export function connectionUrl({ host, port, user, password, database }: Connection): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  if (!host.startsWith('/')) return `postgresql://${login}@${host}:${port}/${database}`
  return `postgresql://${login}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** A connection to a database that was verified to be the one in our folder. */
export interface Answer {
  readonly connection: Connection
  readonly postmasterPid: number
  /**
   * Of a connection that is still open, on the maintenance database. We disconnect by destroying it, because `end()` of
   * the client hangs while PostgreSQL is stuck.
   */
  readonly socket: Socket
  /** Resolves when the connection is lost, also if that has happened already. */
  readonly lost: Promise<void>
}

const DATABASE = 'galley'
const REFUSALS = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'ENOTSOCK', 'EPIPE'])

/** Tries to connect once. 'busy': it is starting or stopping; 'absent': no database of ours listens. */
export async function tryConnect(folder: DatabaseFolder, password: string): Promise<Answer | 'busy' | 'absent'> {
  const address = addressOf(folder)
  if (address === undefined) return 'absent'
  const connection = { ...address, user: SUPERUSER, password, database: DATABASE }
  const socket = new Socket()
  const client = new Client({
    ...connection,
    stream: () => socket,
    database: 'postgres',
    ssl: false,
    application_name: 'galley-supervisor',
    connectionTimeoutMillis: 5000,
    query_timeout: 60_000,
    // Set, so that PGOPTIONS of the environment is not used.
    options: '-c statement_timeout=0',
  })
  // A lost connection emits 'end'; an unhandled 'error' before it would end the process.
  client.on('error', () => {})
  const lost = new Promise<void>(resolve => client.once('end', resolve))
  try {
    await client.connect()
    const pid = await ourPostmaster(client, folder)
    if (pid !== undefined) return { connection, postmasterPid: pid, socket, lost }
    socket.destroy()
    return 'absent'
  } catch (error) {
    socket.destroy()
    return readRejection(error, folder)
  }
}

function readRejection(error: unknown, folder: DatabaseFolder): 'busy' | 'absent' {
  const code = errorCode(error)
  if (code !== undefined && REFUSALS.has(code)) return 'absent'
  // cannot_connect_now, admin_shutdown, crash_shutdown; or it ended while we connected.
  if (code === '57P03' || code === '57P01' || code === '57P02') return 'busy'
  if (code === undefined && error instanceof Error && /terminated|timeout/i.test(error.message)) return 'busy'
  if (code === '53100') {
    throw new DatabaseStartError(
      `The database in ${folder.cluster} cannot start because the disk is full. Free some disk space.`,
    )
  }
  if (code === '28P01') {
    throw new DatabaseStartError(
      `The running database does not accept the password in ${folder.password}. Restore that file, or the whole data folder, from a backup.`,
    )
  }
  throw error
}

/** Prefers the pid file of a running postmaster, which may have been started with another temporary folder or port. */
function addressOf(folder: DatabaseFolder): { host: string; port: number } | undefined {
  const noted = notedPostmaster(folder)
  if (process.platform === 'win32') {
    return noted?.port === undefined ? undefined : { host: '127.0.0.1', port: noted.port }
  }
  return { host: noted?.socketFolder ?? socketFolderOf(folder), port: noted?.port ?? SOCKET_PORT }
}

function notedPostmaster(folder: DatabaseFolder): PidFile | undefined {
  const file = readPidFile(folder.cluster)
  return file === 'unreadable' ? undefined : file
}

async function ourPostmaster(client: Client, folder: DatabaseFolder): Promise<number | undefined> {
  const { rows } = await client.query<{ folder: string; backend: number; has_database: boolean }>(
    `SELECT current_setting('data_directory') AS folder, pg_backend_pid() AS backend,
            EXISTS (SELECT FROM pg_database WHERE datname = '${DATABASE}') AS has_database`,
  )
  const [row] = rows
  if (row === undefined) return undefined
  // The parent of our backend is the postmaster, whatever the pid file says.
  const pid = parentOf(row.backend) ?? notedPostmaster(folder)?.pid
  const samePath = (await realpath(row.folder).catch(() => row.folder)) === folder.cluster
  if (pid === undefined || !(samePath || isOnCluster(pid, folder.cluster))) return undefined
  if (!row.has_database) await client.query(`CREATE DATABASE ${DATABASE}`)
  return pid
}
