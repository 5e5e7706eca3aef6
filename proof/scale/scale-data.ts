import type { AppContext } from '@galley/server/testing/installation'
import { sql } from 'kysely'
import type { Galley } from '../support/galley-process.ts'
import { createPosts, makeAuthor } from '../support/installation.ts'
import { POSTS_AN_AUTHOR } from '../support/seed-posts.ts'
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
    ownPosts: idsOf(await createPosts(context, galley, author, OWN_POSTS)),
    doomedPosts: idsOf(await createPosts(context, galley, author, wanted + SPARE, 'draft')),
  }
}

const idsOf = (posts: readonly { readonly id: string }[]) => posts.map(({ id }) => id)
