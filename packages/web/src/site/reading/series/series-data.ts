import type { PublicPost, PublicSeries } from '@galley/client'
import { articlePath, profilePath } from '../../paths.ts'

/** The JSON-LD of a series. */
export function seriesData(series: PublicSeries, origin: string): Record<string, unknown> {
  const { title, description, cover_image_url, author, url, posts } = series
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWorkSeries',
    name: title,
    url,
    ...(description && { description }),
    ...(cover_image_url !== null && { image: cover_image_url }),
    author: { '@type': 'Person', name: author.display_name, url: origin + profilePath(author.username) },
    hasPart: posts.map((post, i) => ({
      '@type': 'BlogPosting',
      position: i + 1,
      headline: post.title,
      url: post.canonical_url ?? origin + articlePath(post.author.username, post.slug),
      datePublished: post.published_at,
    })),
  }
}

/** What the JSON-LD of an article says about its series. */
export function partOfSeries({ series }: Pick<PublicPost, 'series'>): Record<string, unknown> {
  if (series === null) return {}
  return {
    isPartOf: { '@type': 'CreativeWorkSeries', name: series.title, url: series.url },
    ...(series.position !== null && { position: series.position }),
  }
}
