import { RANKING_TYPES } from '@galley/contract/reading/public'
import { CATEGORY_VALUES } from '@galley/contract/writing/categories'
import { isUnnamed } from '../../document/identity.ts'
import type { PageRequest } from '../../page-request.ts'
import { text } from '../../respond.ts'
import type { Site, SiteResponse } from '../../site-request.ts'

const CACHE_ONE_HOUR = { 'cache-control': 'public, max-age=3600', vary: 'Accept-Encoding' }

/** /robots.txt: allows all public pages. */
export function robots({ site }: PageRequest): SiteResponse {
  const lines = [
    'User-agent: *',
    ...['/api/', '/studio', '/login', '/signup', '/setup', '/search'].map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${new URL('/sitemap.xml', site.publicUrl).href}`,
    '',
  ]
  return text('text/plain; charset=utf-8', lines.join('\n'), CACHE_ONE_HOUR)
}

/** /llms.txt: describes the site for language models and their developers. */
export function llms({ site: { name, description, publicUrl } }: PageRequest): SiteResponse {
  const at = (path: string) => publicUrl.origin + path
  return text(
    'text/plain; charset=utf-8',
    `# ${name}

> ${description === null ? '' : `${description} `}A place to publish and read articles, mostly in Japanese and English. Every article is plain HTML at a lasting address, and the same content is offered by an API.

Of a paid article only the free part is public, on pages, in feeds and in the API alike.

## Reading

- [Latest articles](${at('/')}): ?sort=popular and ?sort=trending order them otherwise
- Search: ${at('/search?q=')} followed by words
- [Rankings](${at('/ranking/trending')}): ${RANKING_TYPES.map(type => `/ranking/${type}`).join(', ')}
- Categories: /categories/ followed by one of ${CATEGORY_VALUES.join(', ')}
- An author: ${at('/@')}username
- An article: ${at('/@')}username/slug

## Feeds

- [RSS of the latest articles](${at('/feed.xml')})
- RSS of an author, a category, a tag: /@username/feed.xml, /categories/value/feed.xml, /tags/tag/feed.xml
- [Sitemap](${at('/sitemap.xml')})

## API

- [Reference](${at('/docs')})
- [OpenAPI 3.1](${at('/api/v1/openapi.json')})
- [Published articles as JSON](${at('/api/v1/public/posts')}): no key needed; limit, offset, sort, category, tag, author
- An article's Markdown: ${at('/api/v1/public/posts/')} followed by its id or slug

## Optional

- [Sign up](${at('/signup')}): to write, comment and follow
`,
    CACHE_ONE_HOUR,
  )
}

/** /manifest.webmanifest: name and icons for a home screen. */
export function manifest({ site }: PageRequest): SiteResponse {
  const about = {
    name: site.name,
    ...(site.description !== null && { description: site.description }),
    ...(site.language !== null && { lang: site.language }),
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fdfdfb',
    theme_color: '#fdfdfb',
    icons: icons(site),
  }
  return text('application/manifest+json; charset=utf-8', JSON.stringify(about), CACHE_ONE_HOUR)
}

function icons(site: Site): Record<string, string>[] {
  const { logo } = site
  if (logo !== null) return [{ src: logo.href, sizes: 'any', ...(logo.file && { type: logo.file.type }) }]
  const drawn = { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' }
  return isUnnamed(site) ? [drawn, { src: '/touch-icon.png', type: 'image/png', sizes: '180x180' }] : [drawn]
}
