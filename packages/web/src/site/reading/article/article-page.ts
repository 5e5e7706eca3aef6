import { ApiError, type PublicPost } from '@galley/client'
import { imageAddress } from '../../document/image-address.ts'
import { withResponsiveImages } from '../../document/responsive-images.ts'
import { errorPage, type PageLink } from '../../error-pages.ts'
import { type Html, html, raw } from '../../html.ts'
import { page } from '../../layout.ts'
import { reportLink } from '../../moderation/report-link.ts'
import { once } from '../../once.ts'
import type { PageRequest } from '../../page-request.ts'
import { articlePath, categoryPath, profilePath, tagPath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { Params } from '../../router.ts'
import { privatePage } from '../../selling/private-page.ts'
import type { SiteResponse } from '../../site-request.ts'
import { languageOf } from '../../texts.ts'
import { seriesLine, seriesNavigation } from '../series/series-navigation.ts'
import { articleByline, authorBox } from './article-author.ts'
import { articleDescription, articleHead } from './article-meta.ts'
import { type CommentDraft, commentsSection } from './comments-section.ts'
import { type Article, hasSpecialAccess, loadArticle, nullIf, WITHOUT_VIEW } from './load-article.ts'
import { paywallCard } from './paywall-card.ts'
import { reactions } from './reactions.ts'
import { relatedPosts } from './related-posts.ts'
import { tableOfContents } from './table-of-contents.ts'

/** Where the free part of a whole text ends: a reader who has bought it goes on here. */
const PAYWALL_LINE = /<hr class="paywall-line"/

/** What the API answers to the name of something that does not exist. */
const MISSING = [400, 404, 410]

export async function articlePage(request: PageRequest, params: Params): Promise<SiteResponse> {
  const { username = '', slug = '' } = params
  try {
    const article = await loadArticle(request, username, slug)
    if (article.post.author.username !== username) return toCanonical(request, article.post)
    return await showArticle(request, article)
  } catch (error) {
    if (!(error instanceof ApiError) || ![404, 410].includes(error.status)) throw error
    const plain = slug.normalize('NFKC').toLowerCase()
    if (plain !== slug && error.status === 404) return redirect(articlePath(username, plain) + request.url.search, 301)
    // A post by its id, or by the slug alone, if the address has another author.
    const other = await request.client.public.post(slug, WITHOUT_VIEW).catch(nullIf(...MISSING))
    if (other !== null) return toCanonical(request, other)
    return errorPage(request, error.status, await linkToAuthor(request, username))
  }
}

const toCanonical = ({ url }: PageRequest, { author, slug }: Pick<PublicPost, 'author' | 'slug'>): SiteResponse =>
  redirect(articlePath(author.username, slug) + url.search, 301)

/** The links on the page of a missing article: other posts by the author in the address. */
async function linkToAuthor({ client, t }: PageRequest, username: string): Promise<PageLink | undefined> {
  const found = await client.public.profile(username).catch(nullIf(...MISSING))
  return found === null
    ? undefined
    : { href: profilePath(found.profile.username), label: t.backAuthor(found.profile.display_name) }
}

/** `draft` is a comment that was rejected, shown again for correction. */
export async function showArticle(request: PageRequest, article: Article, draft?: CommentDraft): Promise<SiteResponse> {
  const { post, text, related, readerState } = article
  const reader = (await request.readReader())?.me ?? null
  // Only members of the salon see it, and the API takes no reactions for it.
  const isPublic = readerState?.salon_only !== true
  const response = await page(request, {
    title: post.seo_title ?? post.title,
    description: articleDescription(post),
    canonical: articlePath(post.author.username, post.slug),
    original: post.canonical_url,
    noindex: !text.listed,
    feed: { href: `/@${post.author.username}/feed.xml`, title: post.author.display_name },
    head: once(post, `head ${request.language}`, () => articleHead(request, article)),
    status: draft?.error.status ?? 200,
    main: html`<div class="reading">
<article class="article" lang="${text.language}">
${articleOpening(request, article)}
${tableOfContents(request, text)}
${text.html !== null && articleText(request, article, text.html)}
${post.paywalled && paywallCard(request, article)}
${accessNote(request, readerState)}
</article>
<div class="reading-foot">
${seriesNavigation(request, post.series)}
${tagLinks(request, post.tags)}
${isPublic && reactions(request, article)}
${isPublic && article.readerState?.is_author !== true && html`<p class="article-report">${reportLink(request, { post: post.id }, articlePath(post.author.username, post.slug))}</p>`}
${authorBox(request, article)}
${isPublic && commentsSection(request, article, reader, draft)}
${relatedPosts(request, related)}
</div>
</div>`,
  })
  return hasSpecialAccess(readerState) ? privatePage(response) : response
}

/** Why the reader sees what others do not. */
function accessNote({ t: { purchases: t }, language }: PageRequest, readerState: Article['readerState']): Html | null {
  if (!hasSpecialAccess(readerState) || readerState.access === 'author') return null
  return html`<p class="purchase-note" lang="${language}">${readerState.access === 'salon' ? t.memberOnly : html`${t.bought} <a href="/purchases">${t.toReceipt}</a>`}</p>`
}

function articleOpening(request: PageRequest, article: Article): Html {
  const { t, language, site } = request
  const { title, subtitle, category, cover_image_url } = article.post
  const cover = imageAddress(site, cover_image_url)
  return html`<header class="article-head">
${seriesLine(request, article.post.series)}
${category !== null && html`<p class="article-category" lang="${language}"><a href="${categoryPath(category)}">${t.categoryNames[category]}</a></p>`}
<h1 lang="${languageOf(title)}">${title}</h1>
${subtitle && html`<p class="article-subtitle" lang="${languageOf(subtitle)}">${subtitle}</p>`}
${articleByline(request, article)}
</header>
${cover !== null && withResponsiveImages(site, html`<div class="cover"><img src="${cover}" alt="" width="1280" height="720" fetchpriority="high"></div>`)}`
}

function articleText({ site }: PageRequest, { post, text }: Article, markup: string): Html {
  return once(
    text,
    `text ${post.paywalled}`,
    () => html`<div class="prose${post.paywalled && ' prose-cut'}" data-island="article-text">
${withResponsiveImages(site, raw(markup.replace(PAYWALL_LINE, '$& id="paywall"')))}
</div>`,
  )
}

function tagLinks({ t }: PageRequest, tags: readonly string[]): Html | null {
  if (tags.length === 0) return null
  return html`<ul class="tags" aria-label="${t.tags}">
${tags.map(tag => html`<li><a href="${tagPath(tag)}" rel="tag" lang="${languageOf(tag)}"><span class="hash">#</span>${tag}</a></li>\n`)}</ul>`
}
