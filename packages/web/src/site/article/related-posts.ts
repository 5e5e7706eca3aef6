import type { Client, PublicPost, PublicPostItem } from '@galley/client'
import { eachItem } from '../each-item.ts'
import { type Html, html } from '../html.ts'
import { languageOf } from '../i18n.ts'
import type { PageRequest } from '../page-request.ts'
import { priceMark } from '../parts/price-mark.ts'
import { thumbnail } from '../parts/thumbnail.ts'
import { dateOf } from '../parts/time.ts'
import { articlePath, profilePath } from '../paths.ts'

const RELATED_POSTS = 3

/** Posts with the same first tag, then of the same category, then the newest ones. */
export async function findRelated(client: Client, post: PublicPost): Promise<PublicPostItem[]> {
  const [tag] = post.tags
  // One more than is shown, because the post itself is in the list.
  const among = (query: { tag?: string; category?: PublicPost['category'] & string }) =>
    client.public.posts({ ...query, sort: 'popular', limit: RELATED_POSTS + 1 })
  const lists = await Promise.all([
    ...(tag === undefined ? [] : [among({ tag })]),
    ...(post.category === null ? [] : [among({ category: post.category })]),
    client.public.posts({ limit: RELATED_POSTS + 1 }),
  ])
  const found = new Map(lists.flatMap(list => list.posts).map(other => [other.id, other]))
  found.delete(post.id)
  return [...found.values()].slice(0, RELATED_POSTS)
}

export function relatedPosts(request: PageRequest, posts: readonly PublicPostItem[]): Html | null {
  const { t, report } = request
  if (posts.length === 0) return null
  return html`<section class="related" aria-labelledby="related">
<h2 class="label" id="related">${t.related}</h2>
<ol>
${eachItem(report, posts, post => relatedPost(request, post))}</ol>
</section>`
}

function relatedPost(request: PageRequest, post: PublicPostItem): Html {
  const { title, author, published_at } = post
  const href = articlePath(author.username, post.slug)
  return html`<li><div>
<h3 class="related-title" lang="${languageOf(title)}"><a href="${href}">${title}</a></h3>
<p class="related-by"><a href="${profilePath(author.username)}" lang="${languageOf(author.display_name)}">${author.display_name}</a> ${dateOf(request.language, published_at)} ${priceMark(request, post)}</p>
</div>
${thumbnail(request.site, { href, address: post.thumbnail_url })}</li>\n`
}
