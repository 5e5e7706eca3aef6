import type { Query } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import type { PublicSort } from '@galley/contract/reading/public'
import { CATEGORIES } from '@galley/contract/writing/categories'
import { findAccountByUsername } from '../../identity/accounts/account-store.ts'
import { canonicalUsername } from '../../identity/accounts/canonical-username.ts'
import {
  ALL_POSTS,
  commentsSubject,
  followersSubject,
  listOfAuthor,
  listOfCategory,
  listOfTag,
  postSubject,
  RANKINGS,
  seriesSubject,
  slugSubject,
  userSubject,
} from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError, type FieldIssue, notFound, rejectIssues } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { unstorableText } from '../../platform/core/schema-check.ts'
import { shownCounters } from '../../platform/db/post-counters.ts'
import type { BindRoute, Call } from '../../platform/operation.ts'
import { commentView } from '../engagement/comment-view.ts'
import { findProfilePosts, listPublicPosts } from './public-list-store.ts'
import { publicResponses, SHORT_LIFETIME_MS } from './public-responses.ts'
import { findPublicComments, findPublicPost, type PublicItemRow } from './public-store.ts'
import { itemView, profileView, publicPostView, rankingView } from './public-view.ts'
import { findRanking } from './ranking-store.ts'
import { readPage } from './read-page.ts'
import { listSeriesPosts } from './series-store.ts'
import { SitemapPages } from './sitemap.ts'

export function publicRoutes(bind: BindRoute, context: AppContext): void {
  const { settings } = context
  const respond = publicResponses(context)

  const list = (call: Call<typeof endpoints.listPublicPosts>) => {
    rejectIssues(filterErrors(call.query))
    const { sort = 'latest', category, author, limit, offset } = call.query
    if (call.query.series !== undefined) return listBySeries(call.query.series, { sort, limit, offset })
    if (author !== undefined) return listByAuthor(author, { sort, limit, offset })
    const tag = call.query.tag?.trim()
    const about = tag !== undefined ? listOfTag(tag) : category !== undefined ? listOfCategory(category) : ALL_POSTS
    return respond(endpoints.listPublicPosts, ['posts', sort, category, tag, limit, offset], [about], async db =>
      listed(await listPublicPosts(db, { sort, category, tag, limit, offset }), sort),
    )
  }
  bind(endpoints.listPublicPosts, list, ({ query }) => filterErrors(query))

  bind(endpoints.readPublicPost, call => {
    const { id } = call.params
    // A slug is used in a query unchanged, so it must be text that the database can store.
    if (unstorableText(id).length > 0) throw notFound('Post')
    return respond(endpoints.readPublicPost, ['post', id], [], async db => {
      const post = await findPublicPost(db, id)
      if (post === undefined) throw notFound('Post')
      return {
        value: publicPostView(post, settings),
        about: [
          ...namedBy(id, post),
          userSubject(post.author_id),
          ...(post.series_id === null ? [] : [seriesSubject(post.series_id)]),
        ],
        shows: { postId: post.id, authorId: post.author_id },
        counters: shownCounters([post]),
      }
    })
  })

  bind(endpoints.readPublicPostHtml, call => {
    const { id } = call.params
    if (unstorableText(id).length > 0) throw notFound('Post')
    return respond(endpoints.readPublicPostHtml, ['html', id], [], async db => {
      const { post, value, lifetimeMs } = await readPage(context, db, id)
      return { value, about: namedBy(id, post), lifetimeMs }
    })
  })

  bind(endpoints.listPublicComments, call => {
    const { id } = call.params
    const { limit, offset } = call.query
    if (unstorableText(id).length > 0) throw notFound('Post')
    return respond(endpoints.listPublicComments, ['comments', id, limit, offset], [], async db => {
      const found = await findPublicComments(db, id, { limit, offset })
      if (found === undefined) throw notFound('Post')
      const { postId, comments, total } = found
      const about = [commentsSubject(postId), ...comments.map(comment => userSubject(comment.user_id))]
      return {
        value: { comments: comments.map(commentView), total },
        about: [...namedBy(id, { id: postId }), ...about],
      }
    })
  })

  bind(endpoints.readRanking, call => {
    const { type = 'trending', limit } = call.query
    return respond(endpoints.readRanking, ['ranking', type, limit], [RANKINGS, ALL_POSTS], async db => {
      const ranking = await findRanking(db, type, limit)
      if (ranking === undefined) {
        throw new AppError('UNAVAILABLE', 'The ranking is being made for the first time. Try again in a moment.', {
          retryAfterSeconds: 5,
        })
      }
      const { posts } = ranking
      return {
        value: rankingView(type, ranking, settings),
        about: posts.map(post => userSubject(post.author_id)),
        counters: posts.map(({ id, like_count }) => ({ id, like_count })),
      }
    })
  })

  bind(endpoints.listCategories, () =>
    respond(endpoints.listCategories, ['categories'], [], async () => ({ value: { categories: [...CATEGORIES] } })),
  )

  bind(endpoints.readProfile, call => {
    const username = canonicalUsername(call.params.username)
    if (username === undefined) throw notFound('User')
    return respond(endpoints.readProfile, ['profile', username], [], async db => {
      const author = await findAccountByUsername(db, username)
      if (author === undefined || author.suspended_at !== null) throw notFound('User')
      const { posts, count } = await findProfilePosts(db, author)
      return {
        value: profileView(author, posts, count),
        about: [userSubject(author.id), followersSubject(author.id), listOfAuthor(author.id)],
        counters: posts.map(({ id, like_count }) => ({ id, like_count })),
      }
    })
  })

  const sitemap = new SitemapPages(context.db, context.clock)
  bind(endpoints.listSitemapPosts, call => {
    const { page = 1 } = call.query
    return respond(endpoints.listSitemapPosts, ['sitemap', page], [ALL_POSTS], async () => ({
      value: await sitemap.read(page),
    }))
  })

  function listBySeries(seriesId: string, page: { sort: PublicSort; limit: number; offset: number }) {
    return respond(
      endpoints.listPublicPosts,
      ['series', seriesId, page.sort, page.limit, page.offset],
      [seriesSubject(seriesId)],
      async db => listed(await listSeriesPosts(db, seriesId, page), page.sort),
    )
  }

  function listByAuthor(username: string, page: { sort: PublicSort; limit: number; offset: number }) {
    // An unknown name lists nothing, like an unused tag.
    const name = canonicalUsername(username.replace(/^@/, ''))
    return respond(endpoints.listPublicPosts, ['author', name, page.sort, page.limit, page.offset], [], async db => {
      const found = name === undefined ? undefined : await findAccountByUsername(db, name)
      // The name may belong to an author later.
      if (found === undefined) return { value: { posts: [], total: 0 }, about: [ALL_POSTS] }
      const posts = await listPublicPosts(db, { ...page, authorId: found.id })
      return { ...listed(posts, page.sort), about: [listOfAuthor(found.id), userSubject(found.id)] }
    })
  }

  function listed({ posts, total }: { posts: PublicItemRow[]; total: number }, sort: PublicSort) {
    return {
      value: { posts: posts.map(post => itemView(post, settings)), total },
      about: [...posts.map(post => userSubject(post.author_id)), ...(sort === 'trending' ? [RANKINGS] : [])],
      counters: shownCounters(posts),
      ...(sort !== 'latest' && { lifetimeMs: SHORT_LIFETIME_MS }),
    }
  }
}

/** What the name of a post, which has been found, depends on. */
export function namedBy(name: string, post: { readonly id: string }): string[] {
  const isSlug = !isUuid(name) && !name.startsWith('@')
  return [postSubject(post.id), ...(isSlug ? [slugSubject(name)] : [])]
}

function filterErrors({ series, author, category, tag }: Query<typeof endpoints.listPublicPosts>): FieldIssue[] {
  if (series !== undefined && (category ?? tag ?? author) !== undefined) {
    return [{ field: 'series', code: 'INVALID_VALUE', message: 'Ask for a series without another filter.' }]
  }
  if (author === undefined || (category ?? tag) === undefined) return []
  const message = 'Ask for an author, or for a category or tag, not for both.'
  return [{ field: 'author', code: 'INVALID_VALUE', message }]
}
