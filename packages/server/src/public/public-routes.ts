import type { Query } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { CATEGORIES } from '@galley/contract/posts/categories'
import type { PublicSort } from '@galley/contract/posts/public'
import { findAccountByUsername } from '../accounts/account-store.ts'
import { canonicalUsername } from '../accounts/canonical-username.ts'
import type { AppContext } from '../context.ts'
import { AppError, type FieldFault, notFound, refuse } from '../core/errors.ts'
import { unstorableText } from '../core/schema-check.ts'
import { listComments } from '../engagement/comment-store.ts'
import { commentView } from '../engagement/comment-view.ts'
import type { BindRoute, Call } from '../transport/route.ts'
import { LISTS, publicAnswers } from './public-answers.ts'
import { findProfilePosts, listPublicPosts } from './public-list-store.ts'
import { findPublicPost, findPublicPostId } from './public-store.ts'
import { itemView, profileView, publicPostView, rankingEntryView } from './public-view.ts'
import { findRanking, rankedPosts } from './ranking-store.ts'
import { readPage } from './read-page.ts'
import { findSeriesPlace, listSeriesPosts } from './series-posts.ts'
import { SitemapPages } from './sitemap.ts'

export function publicRoutes(bind: BindRoute, context: AppContext): void {
  const { responses, publicReads, bus, settings } = context
  const answer = publicAnswers(context)
  const forget = (subject: string) => {
    responses.forget(subject)
    publicReads.changed(subject)
  }
  bus.subscribe(message => {
    if (message.about === 'post') {
      forget(LISTS)
      forget(`post:${message.postId}`)
    } else if (message.about === 'comments') forget(`comments:${message.postId}`)
    else if (['profile', 'rankings', 'series'].includes(message.about)) forget(LISTS)
    else if (message.about === 'account' || message.about === 'everything') {
      responses.clear()
      publicReads.changed()
    }
  })

  const list = (call: Call<typeof endpoints.listPublicPosts>) => {
    refuse(filterFaults(call.query))
    const { sort = 'latest', category, author, limit, offset } = call.query
    if (call.query.series !== undefined) return listBySeries(call.query.series, { sort, limit, offset })
    if (author !== undefined) return listByAuthor(author, { sort, limit, offset })
    const tag = call.query.tag?.trim()
    return answer(endpoints.listPublicPosts, ['posts', sort, category, tag, limit, offset], [LISTS], async db => {
      const { posts, total } = await listPublicPosts(db, { sort, category, tag, limit, offset })
      return { value: { posts: posts.map(post => itemView(post, settings)), total } }
    })
  }
  bind(endpoints.listPublicPosts, list, ({ query }) => filterFaults(query))

  bind(endpoints.readPublicPost, call => {
    const { id } = call.params
    // A slug is used in a query unchanged, so it must be text that the database can store.
    if (unstorableText(id).length > 0) throw notFound('Post')
    return answer(endpoints.readPublicPost, ['post', id], [], async db => {
      const post = await findPublicPost(db, id)
      if (post === undefined) throw notFound('Post')
      const series = await findSeriesPlace(db, settings, post)
      return {
        value: publicPostView(post, series, settings),
        // The other posts of a series are linked from the post.
        about: [`post:${post.id}`, ...(post.series_id === null ? [] : [LISTS])],
        shows: { postId: post.id, authorId: post.author_id },
      }
    })
  })

  bind(endpoints.readPublicPostHtml, call => {
    const { id } = call.params
    if (unstorableText(id).length > 0) throw notFound('Post')
    return answer(endpoints.readPublicPostHtml, ['html', id], [], async db => {
      const { postId, value } = await readPage(context, db, id)
      return { value, about: [`post:${postId}`] }
    })
  })

  bind(endpoints.listPublicComments, call => {
    const { id } = call.params
    const { limit, offset } = call.query
    if (unstorableText(id).length > 0) throw notFound('Post')
    return answer(endpoints.listPublicComments, ['comments', id, limit, offset], [], async db => {
      const postId = await findPublicPostId(db, id)
      if (postId === undefined) throw notFound('Post')
      const { comments, total } = await listComments(db, postId, { limit, offset })
      return { value: { comments: comments.map(commentView), total }, about: [`post:${postId}`, `comments:${postId}`] }
    })
  })

  bind(endpoints.readRanking, call => {
    const { type = 'trending', limit } = call.query
    return answer(endpoints.readRanking, ['ranking', type, limit], [LISTS], async db => {
      const ranking = await findRanking(db, type)
      if (ranking === undefined) {
        throw new AppError('UNAVAILABLE', 'The ranking is being made for the first time. Try again in a moment.', {
          retryAfterSeconds: 5,
        })
      }
      const posts = await rankedPosts(db, ranking.entries, limit)
      const period = { period_start: ranking.period_start.toISOString(), period_end: ranking.period_end.toISOString() }
      return { value: { type, ...period, rankings: posts.map((post, i) => rankingEntryView(post, i, settings)) } }
    })
  })

  bind(endpoints.listCategories, () =>
    answer(endpoints.listCategories, ['categories'], [], async () => ({ value: { categories: [...CATEGORIES] } })),
  )

  bind(endpoints.readProfile, call => {
    const username = canonicalUsername(call.params.username)
    if (username === undefined) throw notFound('User')
    return answer(endpoints.readProfile, ['profile', username], [LISTS], async db => {
      const author = await findAccountByUsername(db, username)
      if (author === undefined || author.suspended_at !== null) throw notFound('User')
      const { posts, count } = await findProfilePosts(db, author)
      return { value: profileView(author, posts, count) }
    })
  })

  const sitemap = new SitemapPages(context.db, context.clock)
  bind(endpoints.listSitemapPosts, call => {
    const { page = 1 } = call.query
    return answer(endpoints.listSitemapPosts, ['sitemap', page], [LISTS], async () => ({
      value: await sitemap.read(page),
    }))
  })

  function listBySeries(seriesId: string, page: { sort: PublicSort; limit: number; offset: number }) {
    return answer(
      endpoints.listPublicPosts,
      ['series', seriesId, page.sort, page.limit, page.offset],
      [LISTS],
      async db => {
        const { posts, total } = await listSeriesPosts(db, seriesId, page)
        return { value: { posts: posts.map(post => itemView(post, settings)), total } }
      },
    )
  }

  function listByAuthor(username: string, page: { sort: PublicSort; limit: number; offset: number }) {
    // An unknown name lists nothing, like an unused tag.
    const name = canonicalUsername(username.replace(/^@/, ''))
    return answer(
      endpoints.listPublicPosts,
      ['author', name, page.sort, page.limit, page.offset],
      [LISTS],
      async db => {
        const found = name === undefined ? undefined : await findAccountByUsername(db, name)
        if (found === undefined) return { value: { posts: [], total: 0 } }
        const { posts, total } = await listPublicPosts(db, { ...page, authorId: found.id })
        return { value: { posts: posts.map(post => itemView(post, settings)), total } }
      },
    )
  }
}

function filterFaults({ series, author, category, tag }: Query<typeof endpoints.listPublicPosts>): FieldFault[] {
  if (series !== undefined && (category ?? tag ?? author) !== undefined) {
    return [{ field: 'series', code: 'INVALID_VALUE', message: 'Ask for a series without another filter.' }]
  }
  if (author === undefined || (category ?? tag) === undefined) return []
  const message = 'Ask for an author, or for a category or tag, not for both.'
  return [{ field: 'author', code: 'INVALID_VALUE', message }]
}
