import { eachItem } from '../../each-item.ts'
import { type Html, html } from '../../html.ts'
import { once } from '../../once.ts'
import type { PageRequest } from '../../page-request.ts'
import { priceMark } from '../../parts/price-mark.ts'
import { thumbnail } from '../../parts/thumbnail.ts'
import { dateOf } from '../../parts/time.ts'
import { articlePath, profilePath } from '../../paths.ts'
import { languageOf } from '../../texts.ts'
import type { Article } from './load-article.ts'

export function relatedPosts(request: PageRequest, posts: Article['related']): Html | null {
  const { t, language, report } = request
  if (posts.length === 0) return null
  return once(
    posts,
    language,
    () => html`<section class="related" aria-labelledby="related">
<h2 class="label" id="related">${t.related}</h2>
<ol>
${eachItem(report, posts, post => relatedPost(request, post))}</ol>
</section>`,
  )
}

function relatedPost(request: PageRequest, post: Article['related'][number]): Html {
  const { title, author, published_at } = post
  const href = articlePath(author.username, post.slug)
  return html`<li><div>
<h3 class="related-title" lang="${languageOf(title)}"><a href="${href}">${title}</a></h3>
<p class="related-by"><a href="${profilePath(author.username)}" lang="${languageOf(author.display_name)}">${author.display_name}</a> ${dateOf(request.language, published_at)} ${priceMark(request, post)}</p>
</div>
${thumbnail(request.site, { href, address: post.thumbnail_url })}</li>\n`
}
