import type { EventName } from '@galley/contract/delivery/events'
import { newId } from '@galley/server/testing/ids'
import {
  type AppContext,
  type Connection,
  createContext,
  createLogger,
  migrate,
  openDatabase,
  readSettings,
  retryTransaction,
  startEmbeddedPostgres,
  transact,
} from '@galley/server/testing/installation'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import type { ProcessSettings } from '@galley/server/testing/processes/isolated-environment'
import { RECEIVER_ENV } from '@galley/server/testing/receiver'
import { insertAccount, issueToken, recordEvents, registerWebhook } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import { type Galley, startGalley } from './galley-process.ts'
import { createLoad } from './load.ts'

export interface Attached {
  readonly context: AppContext
  readonly connection: Connection
  close(): Promise<void>
}

/** A separate context on the database in `dataDir`, besides a running server; it does not listen to notifications. */
export async function attach(dataDir: string): Promise<Attached> {
  const log = await createLogger('warn')
  const { connection, stop } = await startEmbeddedPostgres({ dataDir, as: { kind: 'command' }, log: () => {} })
  const { backgroundDb, close } = openDatabase(connection, { poolMax: 10 }, log)
  await migrate(connection, log)
  const settings = readSettings({ DATA_DIR: dataDir, ...RECEIVER_ENV })
  const context = await createContext(settings, log, connection, backgroundDb)
  return {
    context,
    connection,
    close: async () => {
      log.level = 'silent'
      await context.outbound.close()
      await close()
      await stop()
    },
  }
}

export interface Installation extends Attached {
  readonly folder: DataFolder
  readonly galley: Galley
  readonly author: Author
  /** Closes the context and leaves the server running. */
  detach(): Promise<void>
}

/** A server with an author on a new embedded database, and a context on the same database. */
export async function openInstallation(settings?: ProcessSettings, folder = new DataFolder()): Promise<Installation> {
  const galley = await startGalley(folder.path, settings)
  const { close: detach, ...attached } = await attach(folder.path)
  const author = await makeAuthor(attached.context)
  const close = async () => {
    await detach()
    await galley.stop()
  }
  return { folder, galley, author, ...attached, detach, close }
}

export interface Author {
  readonly id: string
  readonly username: string
  /** Headers of the author's requests. */
  readonly headers: Readonly<Record<string, string>>
  readonly webhookIds: readonly string[]
}

interface Hooks {
  readonly urls: readonly string[]
  readonly events: readonly EventName[]
}

/** An author on the highest plan, with a token and optionally with webhooks for these events. */
export async function makeAuthor(context: AppContext, hooks?: Hooks): Promise<Author> {
  const id = newId()
  const username = `u_${id.slice(-12)}`
  const email = `${username}@example.com`
  await insertAccount(context.db, { id, username, email, password_hash: '-', display_name: username, plan: 'pro_plus' })
  const { token } = await issueToken(context, id, { name: 'bench' })
  const webhookIds: string[] = []
  for (const url of hooks?.urls ?? []) {
    webhookIds.push((await registerWebhook(context, id, { url, event_types: [...(hooks?.events ?? [])] })).id)
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return { id, username, headers, webhookIds }
}

/** The body of a post of average length; `{fresh}` is filled in by the load generator. */
export const article = (status: 'draft' | 'published') =>
  JSON.stringify({
    title: 'Post {fresh}',
    content: 'Words and more words. '.repeat(200),
    status,
    category: 'ai',
    tags: ['one', 'two'],
  })

/** Through the API; returns all posts of the author with this status. */
export async function createPosts(
  { db }: AppContext,
  { url }: Galley,
  { id, headers }: Author,
  requests: number,
  status: 'draft' | 'published' = 'published',
): Promise<{ id: string; slug: string }[]> {
  const request = { method: 'POST', path: '/api/v1/posts', headers, body: article(status), status: 201 }
  const load = createLoad({ url, connections: 8, templates: [request], slots: { fresh: 'fresh' } })
  await load.run({ seconds: 600, requests })
  load.close()
  const made = db.selectFrom('posts').select(['id', 'slug']).where('author_id', '=', id).where('status', '=', status)
  return made.execute()
}

/** Records the event and deliveries of a new post in a transaction, and notifies the dispatcher. */
export async function recordPost(context: AppContext, authorId: string): Promise<void> {
  await transact(context, async (trx, notify) => {
    const at = new Date()
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
    await recordEvents(trx, notify, authorId, at, [{ name: 'post.created', post }])
  })
}

/** Drops all pending deliveries, so that they do not affect the next measurement. */
export async function emptyQueue({ db }: Pick<AppContext, 'db'>): Promise<void> {
  // In the server's lock order, to avoid deadlocks.
  const giveUp = sql`
    with locked as (select delivery_id from undelivered where due_at is not null order by delivery_id for update)
    update undelivered u set due_at = null, status = 'failed' from locked where u.delivery_id = locked.delivery_id`
  await retryTransaction(() => giveUp.execute(db))
}
