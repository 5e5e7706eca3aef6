import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, KeyedOptions, QueryOf, UploadOptions } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type {
  Deleted,
  FetchImage,
  ListedUpload,
  ListUploadsQuery,
  Preview,
  PreviewMarkdown,
  Statistics,
  StatisticsQuery,
  Upload,
  UploadList,
} from '../../generated/models.ts'
import { type Pages, pagesOf } from '../../pages.ts'

export interface UploadMethods {
  /** An image: jpg, png, gif or webp, at most 10 MB. */
  create(file: Blob, options?: KeyedOptions & UploadOptions): ApiPromise<Upload>
  /** The server fetches the image from a public https address. */
  fetch(body: FetchImage, options?: CallOptions): ApiPromise<Upload>
  /** One page, newest first. With `sha256`, the upload of that file. */
  list(query?: QueryOf<ListUploadsQuery>, options?: CallOptions): ApiPromise<UploadList>
  /** All of them, page by page. */
  pages(query?: QueryOf<ListUploadsQuery>, options?: CallOptions): Pages<UploadList, ListedUpload>
  /** Fails with `IN_USE` while something shows the image, unless `force` is true. */
  delete(id: string, options?: CallOptions & { readonly force?: boolean }): ApiPromise<Deleted>
}

export interface PreviewMethods {
  /** Renders content as a post would show it; nothing is stored. */
  render(body: PreviewMarkdown, options?: CallOptions): ApiPromise<Preview>
}

export interface StatisticsMethods {
  /** Views and reactions of your posts per day. */
  read(query?: QueryOf<StatisticsQuery>, options?: CallOptions): ApiPromise<Statistics>
}

export function uploadMethods({ call }: Caller): UploadMethods {
  const list: UploadMethods['list'] = (query = {}, options) => call('listUploads', { query }, options)
  return {
    create: (file, options) => call('uploadImage', { file }, options),
    fetch: (body, options) => call('fetchImage', { body }, options),
    list,
    pages: (query = {}, options) =>
      pagesOf({ query, list: query => list(query, options), itemsOf: page => page.uploads }),
    delete: (id, { force, ...options } = {}) =>
      call('deleteUpload', { params: { id }, query: force === undefined ? {} : { force } }, options),
  }
}

export const previewMethods = ({ call }: Caller): PreviewMethods => ({
  render: (body, options) => call('previewMarkdown', { body }, options),
})

export const statisticsMethods = ({ call }: Caller): StatisticsMethods => ({
  read: (query = {}, options) => call('readStatistics', { query }, options),
})
