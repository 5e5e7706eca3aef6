import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CliError } from '../cli-error.ts'
import type { Invocation } from '../command.ts'

type Env = Invocation['env']

export interface Login {
  readonly token: string
  readonly username: string
}

interface Credentials {
  /** The server of the latest log-in, for commands outside a folder with `galley.yaml`. */
  readonly latest: string | null
  readonly servers: Readonly<Record<string, Login>>
}

function credentialsFile(env: Env): string {
  const base = env['XDG_CONFIG_HOME'] || (env['APPDATA'] ?? join(env['HOME'] ?? homedir(), '.config'))
  return join(base, 'galley', 'credentials.json')
}

export async function readCredentials(env: Env): Promise<Credentials> {
  const file = credentialsFile(env)
  try {
    const credentials: Credentials | null = JSON.parse(await readFile(file, 'utf8'))
    if (!credentials?.servers) throw new Error('it has no list of servers')
    return credentials
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { latest: null, servers: {} }
    throw new CliError(`${file} cannot be read: ${(error as Error).message}`, { fix: 'Delete it and run gly login.' })
  }
}

export async function storeLogin(env: Env, url: string, login: Login): Promise<void> {
  const { servers } = await readCredentials(env)
  await write(env, { latest: url, servers: { ...servers, [url]: login } })
}

/** False if nothing was stored for this server. */
export async function removeLogin(env: Env, url: string): Promise<boolean> {
  const { latest, servers } = await readCredentials(env)
  const { [url]: removed, ...others } = servers
  if (removed === undefined) return false
  await write(env, { latest: latest === url ? (Object.keys(others)[0] ?? null) : latest, servers: others })
  return true
}

/** Only the user may read it. It is replaced at once, so an interrupted write leaves the former file. */
async function write(env: Env, credentials: Credentials): Promise<void> {
  const file = credentialsFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, file)
}
