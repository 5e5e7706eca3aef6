import { endpoints } from '@galley/contract/endpoints'
import { findAccountByUsername } from '../../identity/accounts/account-store.ts'
import { canonicalUsername } from '../../identity/accounts/canonical-username.ts'
import { ALL_POSTS, ALL_SERIES, listOfAuthor, seriesSubject, userSubject } from '../../platform/cache/subjects.ts'
import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { isUuid } from '../../platform/core/ids.ts'
import { unstorableText } from '../../platform/core/schema-check.ts'
import { shownCounters } from '../../platform/db/post-counters.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { publicResponses } from './public-responses.ts'
import { findPublicSeries, listPublicSeries, listSeriesPosts, sitemapOfSeries } from './series-store.ts'
import { publicSeriesView, seriesView } from './series-view.ts'

export function publicSeriesRoutes(bind: BindRoute, context: AppContext): void {
  const { settings } = context
  const respond = publicResponses(context)

  bind(endpoints.readPublicSeries, call => {
    const { id } = call.params
    if (unstorableText(id).length > 0) throw notFound('Series')
    return respond(endpoints.readPublicSeries, ['public series', id], [], async db => {
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
    return respond(endpoints.listSitemapSeries, ['sitemap of series', page], [ALL_POSTS, ALL_SERIES], async db => {
      const { pages, rows } = await sitemapOfSeries(db, page)
      return { value: { pages, entries: rows.map(row => ({ ...row, updated_at: row.updated_at.toISOString() })) } }
    })
  })

  bind(endpoints.listPublicSeries, call => {
    const { limit, offset } = call.query
    const username = canonicalUsername(call.params.username)
    if (username === undefined) throw notFound('User')
    return respond(endpoints.listPublicSeries, ['series of', username, limit, offset], [], async db => {
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
