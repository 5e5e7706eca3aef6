import type { AppContext } from '@galley/server/testing/installation'
import { sql } from 'kysely'
import { createLoad } from '../load/load.ts'
import { type Author, makeAuthor } from '../server/authors.ts'
import type { Galley } from '../server/galley-process.ts'
import { POSTS_AN_AUTHOR } from '../server/seed-posts.ts'
import { REQUESTS_A_ROUND, type ScaleData } from './scale-requests.ts'

const OWN_POSTS = 200
/** Spare posts for the warm-up requests. */
const SPARE = 10

/**
 * The data that requests refer to: posts and authors from the whole database, and one author who is the same at every
 * size.
 */
export async function gatherData(
  context: AppContext,
  galley: Galley,
  size: number,
  rounds: number,
): Promise<ScaleData> {
  const wanted = rounds * REQUESTS_A_ROUND
  const spread = (count: number, of: number) =>
    Array.from({ length: count }, (_, i) => 1 + Math.floor((i * of) / count))
  const numbers = spread(wanted, size)
  const { rows } = await sql<{ id: string }>`
    select md5('p' || n)::uuid as id from unnest(${numbers}::int[]) with ordinality as numbered(n, place) order by place`.execute(
    context.db,
  )
  const author = await makeAuthor(context)
  return {
    author,
    posts: rows.map(({ id }) => id),
    slugs: numbers.map(n => `post-${n}`),
    usernames: spread(REQUESTS_A_ROUND, size / POSTS_AN_AUTHOR).map(n => `author_${n}`),
    ownPosts: await makePosts(context, galley, author, 'published', OWN_POSTS),
    doomedPosts: await makePosts(context, galley, author, 'draft', wanted + SPARE),
  }
}

async function makePosts(
  { db }: AppContext,
  { url }: Galley,
  { id, headers }: Author,
  status: 'draft' | 'published',
  requests: number,
): Promise<string[]> {
  const body = JSON.stringify({ title: 'Post {fresh}', content: 'Words and more words. '.repeat(200), status })
  const request = { method: 'POST', path: '/api/v1/posts', headers, body, status: 201 }
  const load = createLoad({ url, connections: 8, templates: [request], slots: { fresh: 'fresh' } })
  await load.run({ seconds: 600, requests })
  load.close()
  const made = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', id)
    .where('status', '=', status)
    .execute()
  return made.map(post => post.id)
}
