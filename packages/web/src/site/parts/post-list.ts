import type { PublicPostItem } from '@galley/client'
import { eachItem } from '../each-item.ts'
import { formatCount } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import { articlePath, categoryPath, profilePath } from '../paths.ts'
import { languageOf } from '../texts.ts'
import { avatar } from './avatar.ts'
import { priceMark } from './price-mark.ts'
import { thumbnail } from './thumbnail.ts'
import { dateOf } from './time.ts'

/** How the texts of a post are shown instead of plainly. */
export interface ShownTexts {
  readonly title: Html
  readonly subtitle: Html | null
  readonly excerpt: Html
}

export interface ListOptions<P = PublicPostItem> {
  /** The first post is larger. */
  readonly lead: boolean
  /** Leaves out the category, because the page already shows it. */
  readonly ofOneCategory: boolean
  readonly ofOneAuthor: boolean
  readonly shown?: (post: P) => ShownTexts
}

/** Posts with category, title, a few lines, picture, author and date. */
export function postList<P extends PublicPostItem>(
  request: PageRequest,
  posts: readonly P[],
  options: ListOptions<P>,
): Html {
  return html`<ol class="posts${options.lead && ' posts-led'}">
${eachItem(request.report, posts, post => html`<li>${postEntry(request, post, options, options.lead && post === posts[0])}</li>\n`)}</ol>`
}

function postEntry<P extends PublicPostItem>(
  request: PageRequest,
  post: P,
  { ofOneCategory, ofOneAuthor, shown }: ListOptions<P>,
  first: boolean,
): Html {
  const { t, language, site } = request
  const { title, subtitle, excerpt, author, published_at, like_count, comment_count } = post
  const category = ofOneCategory ? null : post.category
  const href = articlePath(author.username, post.slug)
  const texts = shown?.(post) ?? { title, subtitle, excerpt }
  return html`<article class="entry">
<header class="entry-head">
${category !== null && html`<p class="entry-category"><a href="${categoryPath(category)}">${t.categoryNames[category]}</a></p>`}
<h2 class="entry-title" lang="${languageOf(title)}"><a href="${href}">${texts.title}</a></h2>
${subtitle && html`<p class="entry-subtitle" lang="${languageOf(subtitle)}">${texts.subtitle}</p>`}
</header>
${thumbnail(site, { href, address: post.thumbnail_url, first })}
${excerpt !== '' && html`<p class="entry-excerpt" lang="${languageOf(excerpt)}">${texts.excerpt}</p>`}
<p class="entry-by">${!ofOneAuthor && html`${avatar(site, author, 24)}<a href="${profilePath(author.username)}" lang="${languageOf(author.display_name)}">${author.display_name}</a>`}
<span class="entry-facts">${dateOf(language, published_at)}
${priceMark(request, post)}
${like_count > 0 && html`<span>${t.likes(like_count, formatCount(language, like_count))}</span>`}
${comment_count > 0 && html`<span>${t.comments(comment_count, formatCount(language, comment_count))}</span>`}</span></p>
</article>`
}

/** Shown instead of an empty list. */
export const emptyList = (title: string, text: string, link: Html | null = null): Html =>
  html`<div class="empty"><p class="empty-title">${title}</p><p>${text}</p>${link !== null && html`<p>${link}</p>`}</div>`
