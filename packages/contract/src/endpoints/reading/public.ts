import { get } from '../../endpoint.ts'
import * as reader from '../../schemas/reading/engagement.ts'
import * as open from '../../schemas/reading/public.ts'
import { CategoryList } from '../../schemas/writing/categories.ts'
import { PublicPostHtml } from '../../schemas/writing/rendering.ts'

export const publicEndpoints = {
  listPublicPosts: get('/api/v1/public/posts', 'public.posts', {
    summary: 'List published posts',
    description:
      'All posts, or those of a category, a tag, an author or a series. Unlisted and salon-only posts are left out; `salon_id` is 400. Items have no `content`. Counts may be some seconds old.',
    tag: 'Public',
    auth: 'none',
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
    tag: 'Public',
    auth: 'none',
    versioned: true,
    response: open.PublicPost,
  }),
  readPublicPostHtml: get('/api/v1/public/posts/:id/html', 'public.postHtml', {
    acceptsSlug: true,
    summary: 'Read a published post as HTML',
    description:
      'By id or slug; only the free part of a paid post. Counts no view. 410 `GONE` for a post that was public before it was deleted.',
    tag: 'Public',
    auth: 'none',
    versioned: true,
    errors: ['GONE'],
    response: PublicPostHtml,
  }),
  listPublicComments: get('/api/v1/public/posts/:id/comments', 'public.comments', {
    acceptsSlug: true,
    summary: 'List the comments on a published post',
    description: 'By id or slug. Newest first.',
    tag: 'Public',
    auth: 'none',
    query: reader.ListCommentsQuery,
    versioned: true,
    response: reader.CommentList,
  }),
  readRanking: get('/api/v1/public/ranking', 'public.ranking', {
    summary: 'Read a ranking',
    description: 'At most 100 posts. Refreshed every 15 minutes (trending), hour (weekly) or 6 hours (monthly, saved).',
    tag: 'Public',
    auth: 'none',
    query: open.RankingQuery,
    versioned: true,
    response: open.Ranking,
  }),
  listCategories: get('/api/v1/public/categories', 'public.categories', {
    summary: 'List the categories',
    tag: 'Public',
    auth: 'none',
    versioned: true,
    response: CategoryList,
  }),
  readProfile: get('/api/v1/public/users/:username', 'public.profile', {
    summary: 'Read a public profile',
    description: 'With the 20 newest public posts.',
    tag: 'Public',
    auth: 'none',
    versioned: true,
    response: open.Profile,
  }),
  listSitemapPosts: get('/api/v1/public/sitemap', 'public.sitemap', {
    summary: 'List all public posts for a sitemap',
    description: 'About 10,000 posts per page, oldest first.',
    tag: 'Public',
    auth: 'none',
    query: open.SitemapQuery,
    versioned: true,
    response: open.Sitemap,
  }),
  listSitemapSeries: get('/api/v1/public/sitemap/series', 'public.sitemapOfSeries', {
    summary: 'List all public series for a sitemap',
    description: 'At most 10,000 series per page, oldest first.',
    tag: 'Public',
    auth: 'none',
    query: open.SitemapQuery,
    versioned: true,
    response: open.Sitemap,
  }),
} as const
