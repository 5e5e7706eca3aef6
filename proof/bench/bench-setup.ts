import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@galley/server/testing/ids'
import type { AppContext } from '@galley/server/testing/installation'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { refreshRankings } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import type { RequestMix } from '../load/request-template.ts'
import { type Runner, startRunner } from '../load/slices.ts'
import { attach } from '../server/attach.ts'
import { type Author, makeAuthor } from '../server/authors.ts'
import { type Galley, startGalley } from '../server/galley-process.ts'
import { type Receiver, startReceiver } from '../server/receiver.ts'
import { seedPosts } from '../server/seed-posts.ts'
import { startHandwritten } from './baselines/handwritten.ts'

const SEEDED_POSTS = 10_000
const OWN_POSTS = 200
const ARTICLES = 400
/** How many of its texts a seeded post must hold to be as long as an average article. */
const TEXTS_OF_ARTICLE = 16
const READERS = 16
/** Enough to keep every database connection busy. */
const HTTP_CONNECTIONS = 16

/** What the rows measure with. */
export interface BenchSetup {
  readonly galley: Galley
  /** A second node on the same database that trusts a proxy, as behind an HTTPS proxy. */
  readonly proxied: Galley
  /** The URL of the hand-written server, the baseline for requests that need the database. */
  readonly handwrittenUrl: string
  readonly dataDir: string
  readonly context: AppContext
  readonly receiver: Receiver
  readonly author: Author
  /** Published posts of the author, of average length. */
  readonly posts: readonly { readonly id: string; readonly slug: string }[]
  /** Random ones of the seeded posts, of average length, with the same length on both servers. */
  readonly articles: readonly { readonly path: string; readonly authorId: string }[]
  /** The headers of each signed-in reader. */
  readonly readers: readonly { readonly cookie: string }[]
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
  const articles = await pickArticles(context)
  const readers = await Promise.all(Array.from({ length: READERS }, () => makeReader(context)))
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
    articles,
    readers,
    close: async () => {
      receiver.close()
      handwritten.close()
      await proxied.stop()
      await close()
      await galley.stop()
    },
  }
}

async function pickArticles({ db }: AppContext): Promise<BenchSetup['articles']> {
  const { rows } = await sql<BenchSetup['articles'][number]>`
    update posts p set content = repeat(p.content || E'\\n\\n', ${TEXTS_OF_ARTICLE}) from users u
    where u.id = p.author_id and p.id in (select id from posts order by id limit ${ARTICLES})
    returning '/@' || u.username || '/' || p.slug as path, p.author_id as "authorId"`.execute(db)
  return rows
}

async function makeReader(context: AppContext): Promise<{ cookie: string }> {
  const { id } = await makeAuthor(context)
  const secret = newId()
  await context.db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: id,
      token_hash: createHash('sha256').update(secret).digest(),
      user_agent: null,
      expires_at: sql<Date>`now() + interval '30 days'`,
    })
    .execute()
  return { cookie: `galley_session=${secret}` }
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
