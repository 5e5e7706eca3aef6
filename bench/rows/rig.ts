import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../../packages/server/src/context.ts'
import { refreshRankings } from '../../packages/server/src/public/refresh-rankings.ts'
import { DataFolder } from '../../packages/server/test/support/galley-process.ts'
import { startHandwritten } from '../floors/handwritten.ts'
import type { Questions } from '../load/question.ts'
import { type Runner, startRunner } from '../load/slices.ts'
import { attach } from '../server/attach.ts'
import { type Author, makeAuthor } from '../server/authors.ts'
import { type Galley, startGalley } from '../server/galley-process.ts'
import { growPosts } from '../server/grow-posts.ts'
import { type Receiver, startReceiver } from '../server/receiver.ts'

const SEEDED_POSTS = 10_000
const OWN_POSTS = 200
/** Enough that every connection to the database is always in use. */
export const HTTP_CONNECTIONS = 16

/** Everything that the rows measure with. */
export interface Rig {
  readonly galley: Galley
  /** A second node on the same database that believes a proxy, as one does that is reached by HTTPS. */
  readonly proxied: Galley
  /** Where the hand-written server listens, the floor for requests that need the database. */
  readonly handwrittenUrl: string
  readonly dataDir: string
  readonly context: AppContext
  readonly receiver: Receiver
  readonly author: Author
  /** Published posts of the author, of a usual length. */
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

export interface RigOptions {
  readonly nodeOptions: readonly string[]
  readonly say: (line: string) => void
}

export async function openRig({ nodeOptions, say }: RigOptions): Promise<Rig> {
  const folder = new DataFolder()
  const dataDir = folder.path
  say('starting the server on a new database')
  const galley = await startGalley(dataDir, { nodeOptions })
  const { context, connection, close } = await attach(dataDir)
  say(`making ${SEEDED_POSTS} posts`)
  await growPosts(context.db, SEEDED_POSTS, say)
  const author = await makeAuthor(context)
  await createPosts(galley, author)
  const posts = await context.db.selectFrom('posts').select(['id', 'slug']).where('author_id', '=', author.id).execute()
  await refreshRankings(context)
  const proxied = await startGalley(dataDir, {
    settings: { ROLE: 'api', DATABASE_URL: folder.databaseUrl, TRUST_PROXY: 'true' },
  })
  const handwritten = await startHandwritten(context.db, connection, author.id)
  const receiver = await startReceiver()
  // What follows the making of so much (checkpoint, autovacuum) should not be measured.
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
  const question = { method: 'POST', path: '/api/v1/posts', headers, body: article('published'), status: 201 }
  const load = await startLoad(galley.url, { ask: [question], slots: { fresh: 'fresh' } })
  await load.run({ seconds: 60, requests: OWN_POSTS })
  load.close()
}

export function startLoad(url: string, questions: Questions): Promise<Runner> {
  const file = `${import.meta.dirname}/../load/load-process.ts`
  return startRunner(file, { url, connections: HTTP_CONNECTIONS, ...questions })
}
