import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '@galley/server/testing/ids'
import type { AppContext } from '@galley/server/testing/installation'
import { refreshRankings } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import { type Galley, startGalley } from '../support/galley-process.ts'
import { type Author, createPosts, makeAuthor, openInstallation } from '../support/installation.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { log } from '../support/report.ts'
import type { RequestMix } from '../support/requests.ts'
import { seedPosts } from '../support/seed-posts.ts'
import { type Runner, startRunner } from '../support/slices.ts'
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

export async function openBenchSetup(): Promise<BenchSetup> {
  log('starting the server on a new database')
  const { folder, galley, author, context, connection, close } = await openInstallation()
  const dataDir = folder.path
  log(`creating ${SEEDED_POSTS} posts`)
  await seedPosts(context.db, SEEDED_POSTS, log)
  const articles = await pickArticles(context)
  const readers = await Promise.all(Array.from({ length: READERS }, () => makeReader(context)))
  const posts = await createPosts(context, galley, author, OWN_POSTS)
  await refreshRankings(context)
  const proxied = await startGalley(dataDir, {
    ROLE: 'api',
    DATABASE_URL: folder.databaseUrl,
    TRUST_PROXY: 'true',
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

export function startLoad(url: string, requests: RequestMix): Promise<Runner> {
  const file = `${import.meta.dirname}/../support/load-process.ts`
  return startRunner(file, { url, connections: HTTP_CONNECTIONS, ...requests })
}
