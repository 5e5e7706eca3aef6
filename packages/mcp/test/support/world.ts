import { createPost, later, POSTS } from '../../../server/test/support/posts/posts.ts'
import type { Person } from '../../../server/test/support/test-server.ts'

/** Posts of every kind of an author, a series, and the addresses at which readers see them. */
export interface World {
  readonly posts: readonly string[]
  readonly states: readonly string[]
  readonly series: string
  readonly addresses: readonly string[]
}

/** `hidden` is only where readers do not see it: drafts, schedules, paid parts and pending changes. */
export async function createWorld({ session, account }: Person, hidden: string): Promise<World> {
  const series = (await session.post('/api/v1/series', { title: 'A series' })).body
  const inSeries = { post_type: 'series_entry', series_id: series.id }
  const shown = { title: 'Shown', content: 'Public.', status: 'published' }
  const posts = [
    await createPost(session, { ...shown, ...inSeries }),
    await createPost(session, { ...shown, ...inSeries }),
    await createPost(session, { title: hidden, content: hidden, status: 'scheduled', scheduled_for: later() }),
    await createPost(session, { title: hidden, content: hidden, subtitle: hidden, tags: [hidden] }),
    await createPost(session, {
      ...shown,
      content: `Free.\n\n<!-- paywall -->\n\n${hidden}`,
      is_paid: true,
      price_jpy: 500,
    }),
  ]
  await session.put(`${POSTS}/${posts[0]?.id}/pending-revision`, { title: hidden, content: hidden })
  return {
    posts: posts.map(({ id }) => id),
    states: posts.map(({ status }) => status),
    series: series.id,
    addresses: [
      ...posts.map(({ slug }) => `/api/v1/public/posts/${slug}`),
      ...posts.map(({ slug }) => `/api/v1/public/posts/${slug}/html`),
      `/api/v1/public/series/${series.id}`,
      `/api/v1/public/users/${account.username}`,
      `/api/v1/public/posts?author=${account.username}`,
    ],
  }
}
