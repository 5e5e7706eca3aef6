import { get, type Route } from '../../router.ts'
import { openSearch } from '../search/open-search.ts'
import { authorFeed, categoryFeed, latestFeed, seriesFeed, tagFeed } from './feed-pages.ts'
import { llms, manifest, robots } from './machine-pages.ts'
import { favicon, faviconIco, openGraphImage, siteLogo, touchIcon } from './pictures.ts'
import { sitemapIndex, sitemapOfLists, sitemapOfPosts, sitemapOfSeries } from './sitemap.ts'

/** Files for programs: feed readers, search engines, browsers. */
export const feedRoutes: readonly Route[] = [
  get('/feed.xml', latestFeed),
  get('/@:username/feed.xml', authorFeed),
  get('/@:username/series/:slug/feed.xml', seriesFeed),
  get('/categories/:value/feed.xml', categoryFeed),
  get('/tags/:tag/feed.xml', tagFeed),
  get('/sitemap.xml', sitemapIndex),
  get('/sitemap-lists.xml', sitemapOfLists),
  get('/sitemap-posts-:page', sitemapOfPosts),
  get('/sitemap-series-:page', sitemapOfSeries),
  get('/opensearch.xml', openSearch),
  get('/robots.txt', robots),
  get('/llms.txt', llms),
  get('/manifest.webmanifest', manifest),
  get('/favicon.svg', favicon),
  get('/favicon.ico', faviconIco),
  get('/site-logo', siteLogo),
  get('/touch-icon.png', touchIcon),
  get('/og-image.png', openGraphImage),
]
