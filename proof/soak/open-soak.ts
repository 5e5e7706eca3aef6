import type { AppContext } from '@galley/server/testing/installation'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { sql } from 'kysely'
import { createLoad } from '../load/load.ts'
import { type Runner, startRunner } from '../load/slices.ts'
import { attach } from '../server/attach.ts'
import { type Author, makeAuthor } from '../server/authors.ts'
import { type Galley, startGalley } from '../server/galley-process.ts'
import { startReceiver } from '../server/receiver.ts'
import { seedPosts } from '../server/seed-posts.ts'
import { traffic } from './traffic.ts'

const SEEDED_POSTS = 10_000
const OWN_POSTS = 200
const CONNECTIONS = 16
const WEBHOOKS = 3

export interface Soak {
  readonly galley: Galley
  readonly context: AppContext
  readonly load: Runner
  /** Deliveries that have not succeeded at the first attempt. */
  troubledDeliveries(): Promise<number>
  close(): Promise<void>
}

/** Starts a server with an author, posts, webhooks and a receiver, and the load generator. */
export async function openSoak(perSecond: number): Promise<Soak> {
  const { path: dataDir } = new DataFolder()
  const galley = await startGalley(dataDir)
  const attached = await attach(dataDir)
  const { context } = attached
  await seedPosts(context.db, SEEDED_POSTS, () => {})
  const receiver = await startReceiver()
  const urls = Array.from({ length: WEBHOOKS }, (_, i) => `${receiver.url}/${i}`)
  const author = await makeAuthor(context, { urls, events: ['post.published', 'post.updated'] })
  const posts = await makePosts(context, galley, author)
  const load = await startRunner(`${import.meta.dirname}/../load/load-process.ts`, {
    url: galley.url,
    connections: CONNECTIONS,
    perSecond,
    reconnects: true,
    tolerant: true,
    ...traffic({ author, posts }),
  })
  return {
    galley,
    context,
    load,
    troubledDeliveries: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from deliveries d left join undelivered u on u.delivery_id = d.id
        where u.delivery_id is not null or d.attempt_count > 1`.execute(context.db)
      return rows[0]?.count ?? 0
    },
    close: async () => {
      load.close()
      receiver.close()
      await attached.close()
      await galley.stop()
    },
  }
}

async function makePosts({ db }: AppContext, { url }: Galley, { id, headers }: Author): Promise<string[]> {
  const body = JSON.stringify({ title: 'Post {fresh}', content: 'Words. '.repeat(600), status: 'published' })
  const request = { method: 'POST', path: '/api/v1/posts', headers, body, status: 201 }
  const load = createLoad({ url, connections: 8, templates: [request], slots: { fresh: 'fresh' } })
  await load.run({ seconds: 60, requests: OWN_POSTS })
  load.close()
  const made = await db.selectFrom('posts').select('id').where('author_id', '=', id).execute()
  return made.map(post => post.id)
}
