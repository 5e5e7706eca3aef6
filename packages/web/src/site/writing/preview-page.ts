import { ApiError, type LinkedPreview, type PreviewedPost } from '@galley/client'
import { imageAddress } from '../document/image-address.ts'
import { withResponsiveImages } from '../document/responsive-images.ts'
import { errorPage } from '../error-pages.ts'
import { formatNumber, formatYen } from '../format.ts'
import { type Html, html, raw } from '../html.ts'
import { page } from '../layout.ts'
import type { PageRequest } from '../page-request.ts'
import { avatar } from '../parts/avatar.ts'
import { timeOf } from '../parts/time.ts'
import { tableOfContents } from '../reading/article/table-of-contents.ts'
import { redirect } from '../respond.ts'
import type { SiteResponse } from '../site-request.ts'
import { languageOf } from '../texts.ts'

/** Kept out of every cache and search index. Other sites that the page links to do not learn its address. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'same-origin',
}

/** GET /preview?token=…: the page of a post that is not public, for those who have the link. */
export async function previewPage(request: PageRequest): Promise<SiteResponse> {
  const response = await answer(request)
  const { etag: _, ...headers } = response.headers
  return { ...response, headers: { ...headers, ...PRIVATE } }
}

async function answer(request: PageRequest): Promise<SiteResponse> {
  const linked = await readLinked(request)
  if (linked === null) return errorPage(request, 404)
  if (linked.post === null) return redirect(new URL(linked.url).pathname, 302)
  return showPreview(request, linked.post, linked.expires_at)
}

async function readLinked({ client, url }: PageRequest): Promise<LinkedPreview | null> {
  try {
    return await client.public.preview({ token: url.searchParams.get('token') ?? '' })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

function showPreview(request: PageRequest, post: PreviewedPost, expiresAt: string): Promise<SiteResponse> {
  const { t, language, site } = request
  const { title, subtitle, category, tags } = post
  const cover = imageAddress(site, post.cover_image_url)
  return page(request, {
    title: t.previewTitle(title),
    noindex: true,
    main: html`<div class="reading">
<p class="preview-note" lang="${language}"><strong>${t.previewNote}</strong> ${t.previewExpires} ${timeOf(language, expiresAt)}</p>
<article class="article" lang="${post.language}">
<header class="article-head">
${category !== null && html`<p class="article-category" lang="${language}">${t.categoryNames[category]}</p>`}
<h1 lang="${languageOf(title)}">${title}</h1>
${subtitle && html`<p class="article-subtitle" lang="${languageOf(subtitle)}">${subtitle}</p>`}
${byline(request, post)}
</header>
${cover !== null && withResponsiveImages(site, html`<div class="cover"><img src="${cover}" alt="" width="1280" height="720"></div>`)}
${tableOfContents(request, post)}
<div class="prose" data-island="article-text">
${withResponsiveImages(site, raw(post.html))}
</div>
</article>
${
  tags.length > 0 &&
  html`<div class="reading-foot"><ul class="tags" aria-label="${t.tags}">
${tags.map(tag => html`<li lang="${languageOf(tag)}"><span class="hash">#</span>${tag}</li>\n`)}</ul></div>`
}
</div>`,
  })
}

function byline({ t, language, site }: PageRequest, post: PreviewedPost): Html {
  const { author, reading_minutes, price_jpy } = post
  return html`<div class="article-by" lang="${language}">
${avatar(site, author, 32)}
<p><span class="article-author" lang="${languageOf(author.display_name)}">${author.display_name}</span>
<span class="article-facts">${t.previewSaved} ${timeOf(language, post.updated_at)}
<span>${t.readingTime(reading_minutes, formatNumber(language, reading_minutes))}</span>
${price_jpy !== null && html`<span>${t.paid} ${formatYen(language, price_jpy)}</span>`}</span></p>
</div>`
}
