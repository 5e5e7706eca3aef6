import type { Account } from '../../identity/accounts/account-store.ts'
import type { AppContext } from '../../platform/context.ts'
import type { PostInput } from '../../writing/posts/rules/post-state.ts'
import { createSeries } from '../../writing/series/create-series.ts'
import { listSeries } from '../../writing/series/series-store.ts'

/** `posts` are the names of the author's demo posts, in the order of the series. */
const SERIES = [
  {
    by: 'alice',
    slug: 'plain-code',
    title: 'Plain code',
    description: 'Three ways to make a program easier to read for whoever comes next.',
    posts: ['naming-things', 'tests-as-sentences', 'reviewing-kindly'],
  },
  {
    by: 'kenji',
    slug: 'reading-and-writing',
    title: '読むために書く',
    description: '半年後の自分が読めるコードとログについて、三回に分けて。',
    posts: ['type-narrowing', 'code-comments', 'log-reading'],
  },
] as const

/** Creates the series that are missing. Returns what makes a post an entry, by the name of the post. */
export async function writeSeries(
  context: AppContext,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, Partial<PostInput>>> {
  const entries = new Map<string, Partial<PostInput>>()
  for (const { by, posts, ...input } of SERIES) {
    const author = accounts.find(({ username }) => username === by)
    if (author === undefined) continue
    const { series: own } = await listSeries(context.db, author.id, { limit: 100, offset: 0 })
    const { id } =
      own.find(({ slug }) => slug === input.slug) ??
      (await createSeries(context, author.id, { ...input, status: 'complete' }))
    for (const [i, name] of posts.entries()) {
      entries.set(name, { post_type: 'series_entry', series_id: id, series_position: i + 1 })
    }
  }
  return entries
}
