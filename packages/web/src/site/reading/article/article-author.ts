import { formatCount, formatNumber, formatYen } from '../../format.ts'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { avatar } from '../../parts/avatar.ts'
import { followForm } from '../../parts/follow-form.ts'
import { dateOf } from '../../parts/time.ts'
import { verifiedBadge } from '../../parts/verified-badge.ts'
import { articlePath, profilePath } from '../../paths.ts'
import { languageOf } from '../../texts.ts'
import type { Article } from './load-article.ts'

/** Below the title: author, date and reading time. */
export function articleByline(request: PageRequest, { post, text, author: profile, readerState }: Article): Html {
  const { t, language, site } = request
  const { author } = post
  return html`<div class="article-by" lang="${language}">
${avatar(site, author, 32)}
<p><a class="article-author" href="${profilePath(author.username)}" rel="author" lang="${languageOf(author.display_name)}">${author.display_name}</a>${profile.is_verified && verifiedBadge(request)}
<span class="article-facts">${dateOf(language, post.published_at)}
${text.html !== null && html`<span>${t.readingTime(text.reading_minutes, formatNumber(language, text.reading_minutes))}</span>`}
${post.is_paid && post.price_jpy !== null && html`<span>${t.paid} ${formatYen(language, post.price_jpy)}</span>`}
${readerState?.is_author && html`<a href="/studio/posts/${post.id}">${t.edit}</a>`}</span></p>
</div>`
}

/** Below the text: more about the author. */
export function authorBox(request: PageRequest, { post, author: profile, readerState }: Article): Html {
  const { t, language, site } = request
  const { author } = post
  const followers = profile.follower_count
  return html`<section class="author-box" aria-label="${t.author}">
<a href="${profilePath(author.username)}" tabindex="-1" aria-hidden="true">${avatar(site, author, 88)}</a>
<div class="author-box-text">
<p class="author-box-name"><a href="${profilePath(author.username)}" lang="${languageOf(author.display_name)}">${author.display_name}</a>${profile.is_verified && verifiedBadge(request)}</p>
${profile.bio && html`<p class="author-box-bio" lang="${languageOf(profile.bio)}">${profile.bio}</p>`}
<p class="author-box-facts"><span data-follower-count="${followers}">${t.followers(followers, formatCount(language, followers))}</span></p>
</div>
${readerState?.is_author !== true && followForm(request, { username: author.username, following: readerState?.following_author ?? null, back: articlePath(author.username, post.slug) })}
</section>`
}
