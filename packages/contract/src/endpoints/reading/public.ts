import { get } from '../../endpoint.ts'
import * as reader from '../../schemas/reading/engagement.ts'
import * as open from '../../schemas/reading/public.ts'
import * as search from '../../schemas/reading/search.ts'
import { CategoryList } from '../../schemas/writing/categories.ts'
import { PublicPostHtml } from '../../schemas/writing/rendering.ts'

const anyone = { tag: 'Public', auth: 'none' } as const

export const publicEndpoints = {
  listPublicPosts: get('/api/v1/public/posts', 'public.posts', {
    summary: 'List published posts',
    description:
      'All posts, or those of a category, a tag, an author or a series. Unlisted and salon-only posts are left out; `salon_id` is 400. Items have no `content`. Counts may be some seconds old.',
    ...anyone,
    query: open.ListPublicPostsQuery,
    rejectedQuery: ['salon_id'],
    versioned: true,
    response: open.PublicPostList,
  }),
  readPublicPost: get('/api/v1/public/posts/:id', 'public.post', {
    acceptsSlug: true,
    summary: 'Read a published post',
    description:
      'By id, by slug or by `@username/slug` (encoded as one segment), including unlisted posts. Slugs are unique for each author; by the slug alone, the post that had it first is found. The content of a paid post ends before the first `<!-- paywall -->` that is neither in code nor after a backslash; without that marker it is null. Counts a view, at most once per reader in 30 minutes.',
    ...anyone,
    versioned: true,
    response: open.PublicPost,
  }),
  readPublicPostHtml: get('/api/v1/public/posts/:id/html', 'public.postHtml', {
    acceptsSlug: true,
    summary: 'Read a published post as HTML',
    description:
      'By id or slug; only the free part of a paid post. Counts no view. 410 `GONE` for a post that was public before it was deleted.',
    ...anyone,
    versioned: true,
    errors: ['GONE'],
    response: PublicPostHtml,
  }),
  listPublicComments: get('/api/v1/public/posts/:id/comments', 'public.comments', {
    acceptsSlug: true,
    summary: 'List the comments on a published post',
    description: 'By id or slug. Newest first.',
    ...anyone,
    query: reader.ListCommentsQuery,
    versioned: true,
    response: reader.CommentList,
  }),
  readRanking: get('/api/v1/public/ranking', 'public.ranking', {
    summary: 'Read a ranking',
    description: 'At most 100 posts. Refreshed every 15 minutes (trending), hour (weekly) or 6 hours (monthly, saved).',
    ...anyone,
    query: open.RankingQuery,
    versioned: true,
    response: open.Ranking,
  }),
  listCategories: get('/api/v1/public/categories', 'public.categories', {
    summary: 'List the categories',
    ...anyone,
    versioned: true,
    response: CategoryList,
  }),
  readProfile: get('/api/v1/public/users/:username', 'public.profile', {
    summary: 'Read a public profile',
    description: 'With the 20 newest public posts.',
    ...anyone,
    versioned: true,
    response: open.Profile,
  }),
  listSitemapPosts: get('/api/v1/public/sitemap', 'public.sitemap', {
    summary: 'List all public posts for a sitemap',
    description: 'About 10,000 posts per page, oldest first.',
    ...anyone,
    query: open.SitemapQuery,
    versioned: true,
    response: open.Sitemap,
  }),
  listSitemapSeries: get('/api/v1/public/sitemap/series', 'public.sitemapOfSeries', {
    summary: 'List all public series for a sitemap',
    description: 'At most 10,000 series per page, oldest first.',
    ...anyone,
    query: open.SitemapQuery,
    versioned: true,
    response: open.Sitemap,
  }),
  searchPosts: get('/api/v1/public/search', 'public.search', {
    summary: 'Search published posts',
    description:
      'In titles, tags, headings and texts, in any language; of paid posts only the free part. Upper and lower case, full and half width are the same. A change can be found within a second. At most the first 1,000 results can be read. `salon_id` is 400.',
    ...anyone,
    query: search.SearchQuery,
    rejectedQuery: ['salon_id'],
    versioned: true,
    response: search.SearchResult,
  }),
  suggestSearches: get('/api/v1/public/search/suggestions', 'public.suggestions', {
    summary: 'Suggest tags and authors',
    description: 'At most five tags and five authors of public posts whose names begin with a text, most posts first.',
    ...anyone,
    query: search.SuggestionsQuery,
    versioned: true,
    response: search.SearchSuggestions,
  }),
} as const
