import { RANKING_MAX_ENTRIES } from '@galley/contract/limits'
import { PUBLIC_SORTS, RANKING_TYPES } from '@galley/contract/reading/public'
import { ArticlePage, FrontAside, ProfilePage, RankingPage, ReaderState } from '@galley/contract/schemas/reading/pages'
import { oneOf, page } from '@galley/contract/schemas/schema'
import { Type } from 'typebox'
import { findAccountByUsername } from '../../identity/accounts/account-store.ts'
import { principalView } from '../../identity/accounts/account-view.ts'
import { canonicalUsername } from '../../identity/accounts/canonical-username.ts'
import {
  ALL_POSTS,
  followersSubject,
  listOfAuthor,
  postSubject,
  RANKINGS,
  seriesSubject,
  userSubject,
} from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { unstorableText } from '../../platform/core/schema-check.ts'
import { shownCounters } from '../../platform/db/post-counters.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { listPublicPosts } from '../public/public-list-store.ts'
import { SHORT_LIFETIME_MS, sharedParts } from '../public/public-responses.ts'
import { itemView, profileView, publicPostView, rankingEntryView, rankingView } from '../public/public-view.ts'
import { findRanking } from '../public/ranking-store.ts'
import { missing, pageOf } from '../public/read-page.ts'
import { listPublicSeries } from '../public/series-store.ts'
import { seriesView } from '../public/series-view.ts'
import { findArticle, findRelated } from './article-store.ts'
import { findTrending } from './front-store.ts'
import { findReaderState } from './reader-store.ts'

const RANKING_LENGTH = 5
/** Enough posts to find the tags and authors that are read now. */
const TRENDING_POSTS = 30
const TAGS = 12
const AUTHORS = 6
const SERIES_SHOWN = 100

const inPages = { method: 'GET', summary: 'Called by pages of this process only', tag: 'Public' } as const

/** Operations as those of the API, but without HTTP. What a page needs in one go is the same for all readers, but `reader`. */
export const pageEndpoints = {
  /** `name`: `@username/slug` */
  article: { ...inPages, path: '/pages/article/:name', auth: 'none', response: ArticlePage },
  frontAside: { ...inPages, path: '/pages/front-aside', auth: 'none', response: FrontAside },
  ranking: {
    ...inPages,
    path: '/pages/ranking',
    auth: 'none',
    query: Type.Object({ type: oneOf(RANKING_TYPES) }),
    response: RankingPage,
  },
  profile: {
    ...inPages,
    path: '/pages/profile/:username',
    auth: 'none',
    query: Type.Object({ sort: oneOf(PUBLIC_SORTS), ...page }),
    response: ProfilePage,
  },
  /** Both may be empty. */
  reader: { ...inPages, path: '/pages/reader/:post/:username', auth: 'session', response: ReaderState },
} as const

/** A few statements for each. Only what the schemas say may reach a page. */
export function pageReads(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context
  const share = sharedParts(context)

  bind(pageEndpoints.article, ({ params: { name } }) =>
    share(ArticlePage, ['article page', name], [], async db => {
      if (unstorableText(name).length > 0) throw notFound('Post')
      const [post, related] = await Promise.all([findArticle(db, name), findRelated(db, name)])
      if (post === undefined) throw await missing(db, name)
      const { value: text, lifetimeMs } = await pageOf(context, post)
      const { id, author_id, series_id, bio, is_verified, follower_count } = post
      const { like_count, save_count, resonated_count } = post
      return {
        value: {
          post: publicPostView(post, settings),
          text,
          author: { bio, is_verified, follower_count },
          related: related.map(other => itemView(other, settings)),
        },
        // Not the lists with the related posts: each publication would make every article outdated.
        about: [
          ...[post, ...related].flatMap(shown => [postSubject(shown.id), userSubject(shown.author_id)]),
          ...(series_id === null ? [] : [seriesSubject(series_id)]),
        ],
        shows: { postId: id, authorId: author_id },
        counters: [
          { id, like_count, save_count, resonated_count },
          { id: author_id, follower_count },
        ],
        lifetimeMs,
      }
    }),
  )

  bind(pageEndpoints.frontAside, () =>
    share(FrontAside, ['front aside'], [RANKINGS], async db => {
      const [ranking, trending] = await Promise.all([
        findRanking(db, 'trending', RANKING_LENGTH),
        findTrending(db, TRENDING_POSTS),
      ])
      const ranked = ranking?.posts ?? []
      const showsNewest = trending.filter(({ trends }) => trends).length < TRENDING_POSTS
      const authors = new Map(trending.map(({ username, ...author }) => [username, { username, ...author }]))
      return {
        value: {
          ranking: ranked.map((post, i) => rankingEntryView(post, i, settings)),
          tags: mostFrequent(trending.flatMap(post => post.tags)).slice(0, TAGS),
          authors: [...authors.values()].slice(0, AUTHORS),
        },
        about: [
          ...[...ranked, ...trending].flatMap(post => [postSubject(post.id), userSubject(post.author_id)]),
          ...(showsNewest ? [ALL_POSTS] : []),
        ],
      }
    }),
  )

  bind(pageEndpoints.ranking, ({ query: { type } }) =>
    share(RankingPage, ['ranking page', type], [RANKINGS, ALL_POSTS], async db => {
      const ranking = await findRanking(db, type, RANKING_MAX_ENTRIES)
      if (ranking === undefined) return { value: null, lifetimeMs: SHORT_LIFETIME_MS }
      const { posts } = ranking
      return {
        value: rankingView(type, ranking, settings),
        about: posts.map(post => userSubject(post.author_id)),
        counters: posts.map(({ id, like_count }) => ({ id, like_count })),
      }
    }),
  )

  bind(pageEndpoints.profile, ({ params, query: { sort, limit, offset } }) => {
    const name = canonicalUsername(params.username)
    if (name === undefined) throw notFound('User')
    return share(ProfilePage, ['profile page', name, sort, limit, offset], [], async db => {
      const author = await findAccountByUsername(db, name)
      if (author === undefined || author.suspended_at !== null) throw notFound('User')
      const [{ posts, total }, { series }] = await Promise.all([
        listPublicPosts(db, { sort, limit, offset, authorId: author.id }),
        listPublicSeries(db, author.id, { limit: SERIES_SHOWN, offset: 0 }),
      ])
      return {
        value: {
          profile: profileView(author, [], total).profile,
          series: series.map(each => seriesView(each, { principal: author, settings })),
          list: { posts: posts.map(post => itemView(post, settings)), total },
        },
        about: [
          userSubject(author.id),
          followersSubject(author.id),
          listOfAuthor(author.id),
          ...series.map(each => seriesSubject(each.id)),
          ...(sort === 'trending' ? [RANKINGS] : []),
        ],
        counters: shownCounters(posts),
        ...(sort !== 'latest' && { lifetimeMs: SHORT_LIFETIME_MS }),
      }
    })
  })

  // Never from a cache or a replica: the reader sees their own actions at once.
  bind(pageEndpoints.reader, async ({ params: { post, username }, principal }) => {
    const subject = unstorableText(post).length > 0 ? {} : { post, username }
    return { ...(await findReaderState(db, principal.userId, subject)), me: principalView(principal) }
  })
}

/** The most frequent first; equally frequent ones in the order in which they come. */
function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value)
}
