import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, QueryOf } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type {
  ChangeSeries,
  CreateSeries,
  Deleted,
  ListSeriesQuery,
  OrderSeries,
  Series,
  SeriesList,
  SeriesWithPosts,
} from '../../generated/models.ts'
import { type Pages, pagesOf } from '../../pages.ts'

/** Your own series. A post joins one by its `series_id`. */
export interface SeriesMethods {
  create(body: CreateSeries, options?: CallOptions): ApiPromise<Series>
  /** One page, newest first. */
  list(query?: QueryOf<ListSeriesQuery>, options?: CallOptions): ApiPromise<SeriesList>
  /** All of them, page by page. */
  pages(query?: QueryOf<ListSeriesQuery>, options?: CallOptions): Pages<SeriesList, Series>
  /** With all posts in their order, drafts included. */
  read(id: string, options?: CallOptions): ApiPromise<SeriesWithPosts>
  /** Fields that are left out stay unchanged; null clears a field. */
  change(id: string, body: ChangeSeries, options?: CallOptions): ApiPromise<Series>
  /** Puts the listed posts first, in this order. */
  order(id: string, body: OrderSeries, options?: CallOptions): ApiPromise<SeriesWithPosts>
  /** Its posts stay. */
  delete(id: string, options?: CallOptions): ApiPromise<Deleted>
}

export function seriesMethods({ call }: Caller): SeriesMethods {
  const list: SeriesMethods['list'] = (query = {}, options) => call('listSeries', { query }, options)
  return {
    create: (body, options) => call('createSeries', { body }, options),
    list,
    pages: (query = {}, options) =>
      pagesOf({ query, list: query => list(query, options), itemsOf: page => page.series }),
    read: (id, options) => call('readSeries', { params: { id } }, options),
    change: (id, body, options) => call('changeSeries', { params: { id }, body }, options),
    order: (id, body, options) => call('orderSeries', { params: { id }, body }, options),
    delete: (id, options) => call('deleteSeries', { params: { id } }, options),
  }
}
