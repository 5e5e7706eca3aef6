import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../../packages/server/src/context.ts'
import type { Connection } from '../../packages/server/src/db/pool.ts'
import { refreshRankings } from '../../packages/server/src/public/refresh-rankings.ts'
import { DataFolder } from '../../packages/server/test/support/galley-process.ts'
import { openRecorder, type Recorder } from '../floors/record-statements.ts'
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
  readonly dataDir: string
  readonly context: AppContext
  readonly connection: Connection
  readonly recorder: Recorder
  readonly receiver: Receiver
  readonly author: Author
  /** Published posts of the author, of a usual length. */
  readonly posts: readonly { readonly id: string; readonly slug: string }[]
  readonly preparedFloor: boolean
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
  /** The loops of SQL prepare their statements, as the server does. */
  readonly preparedFloor: boolean
  readonly say: (line: string) => void
}

export async function openRig({ nodeOptions, preparedFloor, say }: RigOptions): Promise<Rig> {
  const { path: dataDir } = new DataFolder()
  say('starting the server on a new database')
  const galley = await startGalley(dataDir, nodeOptions)
  const { context, connection, close } = await attach(dataDir)
  say(`making ${SEEDED_POSTS} posts`)
  await growPosts(context.db, SEEDED_POSTS, say)
  const author = await makeAuthor(context)
  await createPosts(galley, author)
  const posts = await context.db.selectFrom('posts').select(['id', 'slug']).where('author_id', '=', author.id).execute()
  await refreshRankings(context)
  const recorder = await openRecorder(connection, dataDir)
  const receiver = await startReceiver()
  // What follows the making of so much (checkpoint, autovacuum) should not be measured.
  await pause(1000)
  return {
    galley,
    dataDir,
    context,
    connection,
    recorder,
    receiver,
    author,
    posts,
    preparedFloor,
    close: async () => {
      receiver.close()
      await recorder.close()
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
