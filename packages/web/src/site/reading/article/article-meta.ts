import { logoUrl } from '../../document/identity.ts'
import { imageAddress } from '../../document/image-address.ts'
import { openGraph } from '../../document/open-graph.ts'
import { structuredData } from '../../document/structured-data.ts'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { articlePath, profilePath } from '../../paths.ts'
import type { Site } from '../../site-request.ts'
import { partOfSeries } from '../series/series-data.ts'
import type { Article } from './load-article.ts'

export const articleDescription = ({ meta_description, excerpt, subtitle }: Article['post']): string | null =>
  meta_description || excerpt || subtitle || null

/** Metadata for search engines and other sites. */
export function articleHead(request: PageRequest, { post, text }: Article): Html {
  const { site } = request
  const { author, tags } = post
  const image = imageAddress(site, post.cover_image_url ?? post.thumbnail_url)
  const path = articlePath(author.username, post.slug)
  const title = post.seo_title ?? post.title
  const description = articleDescription(post)
  const url = post.canonical_url ?? site.publicUrl.origin + path
  return html`${openGraph(request, { type: 'article', title, description, path, language: text.language, image })}
<meta property="article:published_time" content="${post.published_at}">
<meta property="article:modified_time" content="${post.updated_at}">
<meta property="article:author" content="${site.publicUrl.origin}${profilePath(author.username)}">
${tags.map(tag => html`<meta property="article:tag" content="${tag}">\n`)}
${structuredData(articleData(request, { post, text }, { url, title, description, image }))}`
}

function articleData(
  { site }: PageRequest,
  { post, text }: Pick<Article, 'post' | 'text'>,
  { url, title, description, image }: Record<'url' | 'title', string> & Record<'description' | 'image', string | null>,
): Record<string, unknown> {
  const { author } = post
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    mainEntityOfPage: url,
    headline: title,
    ...(description !== null && { description }),
    ...(image !== null && { image: [image] }),
    inLanguage: text.language,
    datePublished: post.published_at,
    dateModified: post.updated_at,
    author: {
      '@type': 'Person',
      name: author.display_name,
      url: site.publicUrl.origin + profilePath(author.username),
    },
    publisher: publisher(site),
    ...(post.tags.length > 0 && { keywords: post.tags.join(', ') }),
    ...partOfSeries(post),
    isAccessibleForFree: !post.paywalled,
    ...(post.paywalled && {
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
    }),
  }
}

function publisher(site: Site): Record<string, unknown> {
  const logo = logoUrl(site)
  return {
    '@type': 'Organization',
    name: site.name,
    url: site.publicUrl.origin,
    ...(logo !== null && { logo: { '@type': 'ImageObject', url: logo } }),
  }
}
