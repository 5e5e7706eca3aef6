import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../calls/caller.ts'
import type {
  CategoryList,
  Comment,
  CommentList,
  FindRedirectQuery,
  FoundRedirect,
  LinkedPreview,
  ListCommentsQuery,
  ListPublicPostsQuery,
  ListSeriesQuery,
  Profile,
  PublicPost,
  PublicPostHtml,
  PublicPostItem,
  PublicPostList,
  PublicSeries,
  Ranking,
  RankingQuery,
  ReadPreviewQuery,
  SearchQuery,
  SearchResult,
  SearchSuggestions,
  SeriesList,
  Sitemap,
  SitemapQuery,
  SuggestionsQuery,
} from '../generated/models.ts'
import { type Pages, pagesOf } from '../pages.ts'

/** Public data. A post is found by its id or its slug. */
export interface PublicMethods {
  /** One page. */
  posts(query?: QueryOf<ListPublicPostsQuery>, options?: CallOptions): ApiPromise<PublicPostList>
  /** All of them, page by page. */
  postPages(query?: QueryOf<ListPublicPostsQuery>, options?: CallOptions): Pages<PublicPostList, PublicPostItem>
  /** Only the free part of a paid post. Counts as a view. */
  post(id: string, options?: CallOptions): ApiPromise<PublicPost>
  /** The same as sanitised HTML, with its table of contents. Counts no view. */
  postHtml(id: string, options?: CallOptions): ApiPromise<PublicPostHtml>
  comments(id: string, query?: QueryOf<ListCommentsQuery>, options?: CallOptions): ApiPromise<CommentList>
  commentPages(id: string, query?: QueryOf<ListCommentsQuery>, options?: CallOptions): Pages<CommentList, Comment>
  /** A series with its public posts in their order, by id, slug or `@username/slug`. */
  series(id: string, options?: CallOptions): ApiPromise<PublicSeries>
  /** The series of an author that have public posts, newest first. */
  seriesOf(username: string, query?: QueryOf<ListSeriesQuery>, options?: CallOptions): ApiPromise<SeriesList>
  /** Searches titles, tags, headings and the free parts of texts. */
  search(query: QueryOf<SearchQuery>, options?: CallOptions): ApiPromise<SearchResult>
  /** Tags and authors whose names begin with a text. */
  suggestions(query: QueryOf<SuggestionsQuery>, options?: CallOptions): ApiPromise<SearchSuggestions>
  ranking(query?: QueryOf<RankingQuery>, options?: CallOptions): ApiPromise<Ranking>
  categories(options?: CallOptions): ApiPromise<CategoryList>
  profile(username: string, options?: CallOptions): ApiPromise<Profile>
  /** A post that is not public, through a preview link. */
  preview(query: QueryOf<ReadPreviewQuery>, options?: CallOptions): ApiPromise<LinkedPreview>
  /** Where an old path leads. */
  redirect(query: QueryOf<FindRedirectQuery>, options?: CallOptions): ApiPromise<FoundRedirect>
  sitemap(query?: QueryOf<SitemapQuery>, options?: CallOptions): ApiPromise<Sitemap>
  sitemapOfSeries(query?: QueryOf<SitemapQuery>, options?: CallOptions): ApiPromise<Sitemap>
}

export function publicMethods({ call }: Caller): PublicMethods {
  const posts: PublicMethods['posts'] = (query = {}, options) => call('listPublicPosts', { query }, options)
  const comments: PublicMethods['comments'] = (id, query = {}, options) =>
    call('listPublicComments', { params: { id }, query }, options)
  return {
    posts,
    postPages: (query = {}, options) =>
      pagesOf({ query, list: query => posts(query, options), itemsOf: page => page.posts }),
    post: (id, options) => call('readPublicPost', { params: { id } }, options),
    postHtml: (id, options) => call('readPublicPostHtml', { params: { id } }, options),
    comments,
    commentPages: (id, query = {}, options) =>
      pagesOf({ query, list: query => comments(id, query, options), itemsOf: page => page.comments }),
    series: (id, options) => call('readPublicSeries', { params: { id } }, options),
    seriesOf: (username, query = {}, options) => call('listPublicSeries', { params: { username }, query }, options),
    search: (query, options) => call('searchPosts', { query }, options),
    suggestions: (query, options) => call('suggestSearches', { query }, options),
    ranking: (query = {}, options) => call('readRanking', { query }, options),
    categories: options => call('listCategories', {}, options),
    profile: (username, options) => call('readProfile', { params: { username } }, options),
    preview: (query, options) => call('readPreview', { query }, options),
    redirect: (query, options) => call('findRedirect', { query }, options),
    sitemap: (query = {}, options) => call('listSitemapPosts', { query }, options),
    sitemapOfSeries: (query = {}, options) => call('listSitemapSeries', { query }, options),
  }
}
