import { type Client, createClient } from '@galley/client'
import { CliError, usageError } from '../cli-error.ts'
import type { Invocation } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { openProject } from '../folder/project.ts'
import { version } from '../version.ts'
import { readCredentials } from './credentials.ts'

export interface Connection {
  readonly url: string
  readonly client: Client
  readonly token: string
}

interface ConnectionOptions extends Pick<Invocation, 'env'> {
  /** Below a folder with `galley.yaml`, or not. */
  readonly cwd?: string
  readonly options: { readonly url?: string | undefined }
}

/** The server: `--url`, `GALLEY_URL`, `url` of `galley.yaml`, or that of the latest log-in. */
export async function serverUrl({ cwd, env, options }: ConnectionOptions): Promise<string> {
  const ofProject = cwd === undefined ? undefined : await openProject(cwd).catch(() => undefined)
  const given = options.url ?? env['GALLEY_URL'] ?? ofProject?.url ?? (await readCredentials(env)).latest ?? undefined
  if (given !== undefined) return normalUrl(given)
  throw new CliError('It is not known which server to use.', {
    fix: 'Run gly login https://your-server, or set GALLEY_URL.',
    exitCode: EXIT.notAllowed,
  })
}

/** With the token of `GALLEY_TOKEN`, or of the log-in at this server. */
export async function connect(given: ConnectionOptions, onWait?: (ms: number) => void): Promise<Connection> {
  const url = await serverUrl(given)
  const token = await tokenFor(given, url)
  return { url, token, client: clientFor(url, token, onWait) }
}

const NOTICED_WAIT_MS = 3000

/** `onWait` is told about long waits before a request is repeated. */
export const clientFor = (baseUrl: string, token?: string, onWait: (ms: number) => void = () => {}): Client =>
  createClient({
    baseUrl,
    token,
    headers: { 'user-agent': `gly/${version()}` },
    onResponse: ({ retryInMs }) => {
      if (retryInMs !== null && retryInMs > NOTICED_WAIT_MS) onWait(retryInMs)
    },
  })

async function tokenFor({ env, options }: ConnectionOptions, url: string): Promise<string> {
  const token = env['GALLEY_TOKEN']
  if (token !== undefined && token !== '') {
    // The address in galley.yaml may come from somebody else, so it alone must not decide where the token is sent.
    if (options.url === undefined && env['GALLEY_URL'] === undefined) {
      throw usageError('GALLEY_TOKEN is set without GALLEY_URL.', 'Set GALLEY_URL to the address of your server.')
    }
    return token
  }
  const login = (await readCredentials(env)).servers[url]
  if (login !== undefined) return login.token
  throw new CliError(`You are not logged in at ${url}.`, {
    fix: `Run gly login ${url}, or set GALLEY_URL and GALLEY_TOKEN.`,
    exitCode: EXIT.notAllowed,
  })
}

/** Without a trailing slash, so that a log-in is found whatever the spelling. */
export function normalUrl(given: string): string {
  let url: URL
  try {
    url = new URL(/^[a-z]+:\/\//i.test(given) ? given : `https://${given}`)
  } catch {
    throw usageError(`"${given}" is not an address.`, 'Write it like https://galley.example')
  }
  if (!['http:', 'https:'].includes(url.protocol)) throw usageError(`"${given}" is not an http or https address.`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}
