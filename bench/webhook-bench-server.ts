import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSettings } from '../packages/server/src/config.ts'
import { type AppContext, createContext } from '../packages/server/src/context.ts'
import { newId } from '../packages/server/src/core/ids.ts'
import { createLogger } from '../packages/server/src/core/logger.ts'
import { openDatabase } from '../packages/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../packages/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../packages/server/src/db/migrate.ts'
import { transact } from '../packages/server/src/db/transact.ts'
import { recordEvents } from '../packages/server/src/webhooks/record-events.ts'
import { registerWebhook } from '../packages/server/src/webhooks/register-webhook.ts'
import { RECEIVER_ENV } from '../packages/server/test/support/receiver.ts'
import type { Arrival, FromReceiver, ToReceiver } from './webhook-receiver.ts'

export interface BenchReceiver {
  readonly url: string
  reset(): void
  /** Resolves when so many requests have come since the last reset. */
  expect(count: number): Promise<void>
  arrivals(): Promise<Arrival[]>
  close(): void
}

export async function startBenchReceiver(): Promise<BenchReceiver> {
  const child = fork(join(import.meta.dirname, 'webhook-receiver.ts'))
  const heard = async <T>(pick: (message: FromReceiver) => T | undefined): Promise<T> => {
    for (;;) {
      const found = pick((await once(child, 'message'))[0])
      if (found !== undefined) return found
    }
  }
  const tell = (message: ToReceiver) => void child.send(message)
  const port = await heard(message => ('port' in message ? message.port : undefined))
  return {
    url: `https://localhost:${port}`,
    reset: () => tell({ ask: 'reset' }),
    expect: async count => {
      tell({ ask: 'expect', count })
      await heard(message => 'done' in message || undefined)
    },
    arrivals: () => {
      tell({ ask: 'arrivals' })
      return heard(message => ('arrivals' in message ? message.arrivals : undefined))
    },
    close: () => child.disconnect(),
  }
}

export interface Bench {
  readonly context: AppContext
  close(): Promise<void>
}

/** A context on an embedded database of its own, as durable as in production. */
export async function openBench(): Promise<Bench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-bench-'))
  chmodSync(dataDir, 0o755)
  const log = await createLogger('warn')
  const postgres = await startEmbeddedPostgres({ dataDir, as: { kind: 'server', url: 'the benchmark' }, log: () => {} })
  const { db, pool, close } = openDatabase(postgres.connection, 10, log)
  await migrate(db, pool)
  const settings = readSettings({ DATA_DIR: dataDir, ...RECEIVER_ENV, RATE_LIMIT_REQUESTS: '0' })
  const context = await createContext(settings, log, postgres.connection, db)
  return {
    context,
    close: async () => {
      await context.outbound.close()
      await close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An author with so many webhooks that ask for new posts. */
export async function makeAuthor({ db, ...context }: AppContext, urls: readonly string[]): Promise<string> {
  const id = newId()
  const name = `u_${id.slice(-12)}`
  await sql`
    insert into users (id, username, email, password_hash, display_name, plan)
    values (${id}, ${name}, ${`${name}@example.com`}, '-', ${name}, 'premium')`.execute(db)
  for (const url of urls) await registerWebhook({ db, ...context }, id, { url, event_types: ['post.created'] })
  return id
}

/** What the creation of a post leaves behind, in a transaction of its own; wakes whoever delivers. */
export async function recordPost(context: AppContext, authorId: string): Promise<void> {
  await transact(context, async (trx, announce) => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp()::timestamptz(3) as now`.execute(trx)
    const at = rows[0]?.now ?? new Date()
    const post = {
      id: newId(),
      slug: 'a-title-of-usual-length-abcdefgh',
      title: 'A title of usual length',
      status: 'draft',
      post_type: 'article',
      visibility: 'public',
      is_paid: false,
      published_at: null,
      created_at: at.toISOString(),
    } as const
    await recordEvents(trx, announce, authorId, at, [{ name: 'post.created', post }])
  })
}
