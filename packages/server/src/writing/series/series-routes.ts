import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../context.ts'
import { findAccountByUsername } from '../../identity/accounts/account-store.ts'
import { canonicalUsername } from '../../identity/accounts/canonical-username.ts'
import { ALL_POSTS, ALL_SERIES, listOfAuthor, seriesSubject, userSubject } from '../../platform/cache/subjects.ts'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { unstorableText } from '../../platform/core/schema-check.ts'
import { shownCounters } from '../../platform/db/post-counters.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { publicAnswers } from '../../reading/public/public-answers.ts'
import { listSeriesPosts } from '../../reading/public/series-posts.ts'
import { sitemapOfSeries } from '../../reading/public/series-sitemap-store.ts'
import { changeSeries } from './change-series.ts'
import { createSeries } from './create-series.ts'
import { deleteSeries } from './delete-series.ts'
import { orderSeries } from './order-series.ts'
import { seriesFaults } from './series-rules.ts'
import { findEntries, findPublicSeries, listPublicSeries, listSeries, requireSeries } from './series-store.ts'
import { publicSeriesView, seriesView, seriesWithPostsView } from './series-view.ts'

export function seriesRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context
  const answer = publicAnswers(context)

  bind(
    endpoints.createSeries,
    async ({ principal, body }) =>
      seriesView(await createSeries(context, principal.userId, body), { principal, settings }),
    ({ body }) => seriesFaults(body),
  )

  bind(endpoints.listSeries, async ({ principal, query }) => {
    const { series, total } = await listSeries(db, principal.userId, query)
    return { series: series.map(each => seriesView(each, { principal, settings })), total }
  })

  bind(endpoints.readSeries, async ({ principal, params }) => {
    const series = await requireSeries(db, principal.userId, params.id)
    return seriesWithPostsView(series, await findEntries(db, series.id), { principal, settings })
  })

  bind(
    endpoints.changeSeries,
    async ({ principal, params, body }) =>
      seriesView(await changeSeries(context, principal, params.id, body), { principal, settings }),
    async ({ principal, params, body }) => {
      await requireSeries(db, principal.userId, params.id)
      return seriesFaults(body)
    },
  )

  bind(endpoints.orderSeries, async ({ principal, params, body }) => {
    const { series, entries } = await orderSeries(context, principal, params.id, body.post_ids)
    return seriesWithPostsView(series, entries, { principal, settings })
  })

  bind(endpoints.deleteSeries, async ({ principal, params }) => {
    await deleteSeries(context, principal, params.id)
    return { deleted: true as const }
  })

  bind(endpoints.readPublicSeries, call => {
    const { id } = call.params
    if (unstorableText(id).length > 0) throw notFound('Series')
    return answer(endpoints.readPublicSeries, ['public series', id], [], async db => {
      const series = await findPublicSeries(db, id)
      if (series === undefined) throw notFound('Series')
      const { posts } = await listSeriesPosts(db, series.id)
      return {
        value: publicSeriesView(series, posts, settings),
        // Another series may have the same slug and become public.
        about: [
          seriesSubject(series.id),
          userSubject(series.author_id),
          ...(isUuid(id) || id.startsWith('@') ? [] : [ALL_SERIES]),
        ],
        counters: shownCounters(posts),
      }
    })
  })

  bind(endpoints.listSitemapSeries, call => {
    const { page = 1 } = call.query
    return answer(endpoints.listSitemapSeries, ['sitemap of series', page], [ALL_POSTS, ALL_SERIES], async db => {
      const { pages, rows } = await sitemapOfSeries(db, page)
      return { value: { pages, entries: rows.map(row => ({ ...row, updated_at: row.updated_at.toISOString() })) } }
    })
  })

  bind(endpoints.listPublicSeries, call => {
    const { limit, offset } = call.query
    const username = canonicalUsername(call.params.username)
    if (username === undefined) throw notFound('User')
    return answer(endpoints.listPublicSeries, ['series of', username, limit, offset], [], async db => {
      const author = await findAccountByUsername(db, username)
      if (author === undefined || author.suspended_at !== null) throw notFound('User')
      const { series, total } = await listPublicSeries(db, author.id, { limit, offset })
      return {
        value: { series: series.map(each => seriesView(each, { principal: author, settings })), total },
        about: [userSubject(author.id), listOfAuthor(author.id), ...series.map(each => seriesSubject(each.id))],
      }
    })
  })
}
