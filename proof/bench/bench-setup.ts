import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '@galley/server/testing/installation'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { refreshRankings } from '@galley/server/testing/use-cases'
import type { RequestMix } from '../load/request-template.ts'
import { type Runner, startRunner } from '../load/slices.ts'
import { attach } from '../server/attach.ts'
import { type Author, makeAuthor } from '../server/authors.ts'
import { type Galley, startGalley } from '../server/galley-process.ts'
import { type Receiver, startReceiver } from '../server/receiver.ts'
import { seedPosts } from '../server/seed-posts.ts'
import { startHandwritten } from './floors/handwritten.ts'

const SEEDED_POSTS = 10_000
const OWN_POSTS = 200
/** Enough to keep every database connection busy. */
const HTTP_CONNECTIONS = 16

/** What the rows measure with. */
export interface BenchSetup {
  readonly galley: Galley
  /** A second node on the same database that trusts a proxy, as behind an HTTPS proxy. */
  readonly proxied: Galley
  /** The URL of the hand-written server, the floor for requests that need the database. */
  readonly handwrittenUrl: string
  readonly dataDir: string
  readonly context: AppContext
  readonly receiver: Receiver
  readonly author: Author
  /** Published posts of the author, of average length. */
  readonly posts: readonly { readonly id: string; readonly slug: string }[]
  close(): Promise<void>
}

export const article = (status: 'draft' | 'published') =>
  JSON.stringify({
    title: 'Post {fresh}',
    content: 'Words and more words. '.repeat(200),
    status,
    category: 'ai',
    tags: ['one', 'two'],
  })

export interface BenchSetupOptions {
  readonly nodeOptions: readonly string[]
  readonly log: (line: string) => void
}

export async function openBenchSetup({ nodeOptions, log }: BenchSetupOptions): Promise<BenchSetup> {
  const folder = new DataFolder()
  const dataDir = folder.path
  log('starting the server on a new database')
  const galley = await startGalley(dataDir, { nodeOptions })
  const { context, connection, close } = await attach(dataDir)
  log(`creating ${SEEDED_POSTS} posts`)
  await seedPosts(context.db, SEEDED_POSTS, log)
  const author = await makeAuthor(context)
  await createPosts(galley, author)
  const posts = await context.db.selectFrom('posts').select(['id', 'slug']).where('author_id', '=', author.id).execute()
  await refreshRankings(context)
  const proxied = await startGalley(dataDir, {
    settings: { ROLE: 'api', DATABASE_URL: folder.databaseUrl, TRUST_PROXY: 'true' },
  })
  const handwritten = await startHandwritten(context.db, connection, author.id)
  const receiver = await startReceiver()
  // Lets checkpoint and autovacuum finish, so that they are not measured.
  await pause(1000)
  return {
    galley,
    proxied,
    handwrittenUrl: handwritten.url,
    dataDir,
    context,
    receiver,
    author,
    posts,
    close: async () => {
      receiver.close()
      handwritten.close()
      await proxied.stop()
      await close()
      await galley.stop()
    },
  }
}

async function createPosts(galley: Galley, { headers }: Author): Promise<void> {
  const request = { method: 'POST', path: '/api/v1/posts', headers, body: article('published'), status: 201 }
  const load = await startLoad(galley.url, { templates: [request], slots: { fresh: 'fresh' } })
  await load.run({ seconds: 60, requests: OWN_POSTS })
  load.close()
}

export function startLoad(url: string, requests: RequestMix): Promise<Runner> {
  const file = `${import.meta.dirname}/../load/load-process.ts`
  return startRunner(file, { url, connections: HTTP_CONNECTIONS, ...requests })
}
