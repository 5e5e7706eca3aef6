import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from '@galley/server/testing/client'
import { DataFolder, ServerProcess, signalQuietly, until } from '@galley/server/testing/processes/galley-process'
import pg from 'pg'

const CLIENTS = 2

const folder = new DataFolder()
const settings = { DATA_DIR: folder.path, RATE_LIMIT_SIGNUPS: '0', RATE_LIMIT_REQUESTS: '0' }
let server: ServerProcess | undefined

after(async () => {
  await server?.stop('SIGKILL')
  await folder.remove()
})

/** Signs up accounts one after the other, on whichever server runs, until it is stopped. */
class SignUpClients {
  readonly answered: string[] = []
  readonly #signal = new AbortController()
  readonly #done: Promise<unknown>

  constructor(url: () => string | undefined) {
    this.#done = Promise.all(Array.from({ length: CLIENTS }, (_, i) => this.#signUp(i, url)))
  }

  async #signUp(client: number, url: () => string | undefined): Promise<void> {
    for (let count = 0; !this.#signal.signal.aborted; count++) {
      const username = `user_${client}_${count}`
      const body = { username, email: `${username}@example.com`, password: 'correct horse battery' }
      // An interrupted request has no guarantee.
      const answer = await new Client(url() ?? '').post('/api/v1/signup', body).catch(() => undefined)
      if (answer?.status === 201) this.answered.push(username)
      // Each sign-up costs a password hash; leaves CPU time for the restarts.
      await delay(50)
    }
  }

  async stop(): Promise<void> {
    this.#signal.abort()
    await this.#done
  }
}

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(folder.connection())
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function killServer(): void {
  server?.child.kill('SIGKILL')
}

function killPostmaster(): void {
  const pid = folder.postmaster()
  if (pid !== undefined) signalQuietly(pid, 'SIGKILL')
}

const CRASHES: Record<string, () => void> = {
  'the server': killServer,
  'the postmaster': killPostmaster,
  'the server, then the postmaster': () => {
    killServer()
    killPostmaster()
  },
  'the postmaster, then the server': () => {
    killPostmaster()
    killServer()
  },
}

// `npm run crash` kills 50 times, including the worker.
it('keeps every sign-up that was answered 201 through a crash of each kind, and restarts by itself after each', {
  timeout: 300_000,
}, async t => {
  server = await ServerProcess.ready(settings)
  const clients = new SignUpClients(() => server?.findUrl())
  const kills: string[] = []
  try {
    for (const [kind, crash] of Object.entries(CRASHES)) {
      const before = clients.answered.length
      await until(`sign-ups are answered after: ${kills.join('; ')}`, () => clients.answered.length > before)
      kills.push(kind)
      crash()
      if (kind.includes('server')) {
        assert.equal(await server.exited, 'SIGKILL')
        server = await ServerProcess.ready(settings)
      }
      assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
    }
    await server.untilReady()
  } finally {
    await clients.stop()
  }
  const users = new Set((await query('select username from users')).map(row => row['username']))
  const lost = clients.answered.filter(username => !users.has(username))
  t.diagnostic(`${clients.answered.length} sign-ups answered`)
  assert.deepEqual(lost, [], kills.join('; '))
  assert.deepEqual(await query('show listen_addresses'), [{ listen_addresses: '' }])
  assert.equal(await server.stop(), 0)
  assert.deepEqual(folder.processes(), [])
})
