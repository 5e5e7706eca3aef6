import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, KeyedOptions, QueryOf, UploadOptions } from '../call-options.ts'
import type { Caller } from '../calls/caller.ts'
import type { Preview, PreviewMarkdown, Statistics, StatisticsQuery, Upload } from '../generated/models.ts'

export interface UploadMethods {
  /** An image: jpg, png, gif or webp, at most 10 MB. */
  create(file: Blob, options?: KeyedOptions & UploadOptions): ApiPromise<Upload>
}

export interface PreviewMethods {
  /** Renders content as a post would show it; nothing is stored. */
  render(body: PreviewMarkdown, options?: CallOptions): ApiPromise<Preview>
}

export interface StatisticsMethods {
  /** Views and reactions of your posts per day. */
  read(query?: QueryOf<StatisticsQuery>, options?: CallOptions): ApiPromise<Statistics>
}

export const uploadMethods = ({ call }: Caller): UploadMethods => ({
  create: (file, options) => call('uploadImage', { file }, options),
})

export const previewMethods = ({ call }: Caller): PreviewMethods => ({
  render: (body, options) => call('previewMarkdown', { body }, options),
})

export const statisticsMethods = ({ call }: Caller): StatisticsMethods => ({
  read: (query = {}, options) => call('readStatistics', { query }, options),
})
