import type { Client } from '@galley/server/testing/client'
import { PUBLIC } from '@galley/server/testing/posts/public'

interface Shown {
  readonly usernames: readonly string[]
  readonly posts: readonly { id: string; slug: string }[]
  readonly series: string
}

/** Every public address that shows these. */
export function publicPaths({ usernames, posts, series }: Shown): string[] {
  const [author] = usernames
  return [
    ...['latest', 'popular', 'trending'].map(sort => `${PUBLIC}/posts?sort=${sort}&limit=100`),
    ...['trending', 'weekly', 'monthly', 'saved'].map(type => `${PUBLIC}/ranking?type=${type}&limit=100`),
    `${PUBLIC}/posts?tag=abuse`,
    `${PUBLIC}/posts?series=${series}`,
    `${PUBLIC}/series/${series}`,
    `${PUBLIC}/sitemap`,
    ...usernames.flatMap(name => [`${PUBLIC}/users/${name}`, `${PUBLIC}/posts?author=${name}`, `/@${name}`]),
    ...posts.flatMap(({ id, slug }) => [
      ...['', '/html', '/comments'].map(part => `${PUBLIC}/posts/${id}${part}`),
      `/@${author}/${encodeURIComponent(slug)}`,
    ]),
    ...['/', '/ranking/trending', '/tags/abuse', '/feed.xml', `/@${author}/feed.xml`, '/sitemap.xml'],
    ...['/sitemap-lists.xml', '/sitemap-posts-1.xml', '/llms.txt'],
  ]
}

/** What a reader who is not logged in gets at each public address, by address. */
export async function readPublicSurface(reader: Client, shown: Shown): Promise<Map<string, string>> {
  const surface = new Map<string, string>()
  for (const path of publicPaths(shown)) {
    const { status, body } = await reader.get(path)
    surface.set(path, `${status} ${withoutTimes(typeof body === 'string' ? body : JSON.stringify(body))}`)
  }
  return surface
}

/** Leaves out what changes by reading and by the passing of time: views, scores and times of rankings. */
const withoutTimes = (text: string): string =>
  text
    .replaceAll(/"(view_count|score|period_start|period_end|request_id)":("[^"]*"|[\d.e+-]+)/g, '"$1":0')
    .replaceAll(/<dl class="facts">.*?<\/dl>|<lastBuildDate>.*?<\/lastBuildDate>/gs, '')
