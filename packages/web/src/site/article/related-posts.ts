import type { Client } from '@galley/client'
import type { PublicPost, PublicPostItem } from '@galley/contract/public'
import { eachItem } from '../each-item.ts'
import { type Html, html } from '../html.ts'
import { languageOf } from '../i18n.ts'
import type { PageRequest } from '../page-request.ts'
import { dateOf } from '../parts/time.ts'
import { articlePath, profilePath } from '../paths.ts'

const SHOWN = 3

/** Others under its first tag, then of its category, and the newest for what is still missing. */
export async function findRelated(client: Client, post: PublicPost): Promise<PublicPostItem[]> {
  const [tag] = post.tags
  // One more than is shown, because the post itself is among them.
  const among = (query: { tag?: string; category?: PublicPost['category'] & string }) =>
    client.public.posts({ ...query, sort: 'popular', limit: SHOWN + 1 })
  const lists = await Promise.all([
    ...(tag === undefined ? [] : [among({ tag })]),
    ...(post.category === null ? [] : [among({ category: post.category })]),
    client.public.posts({ limit: SHOWN + 1 }),
  ])
  const found = new Map(lists.flatMap(list => list.posts).map(other => [other.id, other]))
  found.delete(post.id)
  return [...found.values()].slice(0, SHOWN)
}

export function relatedPosts({ t, language, report }: PageRequest, posts: readonly PublicPostItem[]): Html | null {
  if (posts.length === 0) return null
  return html`<section class="related" aria-labelledby="related">
<h2 class="label" id="related">${t.related}</h2>
<ol>
${eachItem(
  report,
  posts,
  ({ title, slug, author, published_at }) => html`<li>
<h3 class="related-title" lang="${languageOf(title)}"><a href="${articlePath(author.username, slug)}">${title}</a></h3>
<p class="related-by"><a href="${profilePath(author.username)}" lang="${languageOf(author.display_name)}">${author.display_name}</a> ${dateOf(language, published_at)}</p>
</li>\n`,
)}</ol>
</section>`
}
