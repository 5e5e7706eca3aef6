import type { MetricObjectWithValues, MetricValue } from '@prometheus-io/client'
import type { BusMessage } from '../db/bus.ts'

export type ProcessMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** From a request process to the main process. */
export type ToMain =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string }
  /** It does not listen any more. If all of them stop, answered when this is true of all. */
  | { readonly kind: 'closed' }
  /** Answered when the other processes have delivered them. */
  | { readonly kind: 'messages'; readonly messages: readonly BusMessage[] }
  | { readonly kind: 'views'; readonly views: readonly (readonly [postId: string, reader: string])[] }
  /** Answered with the metrics of all processes. */
  | { readonly kind: 'metrics' }

/** From the main process to a request process. */
export type ToRequestProcess =
  | { readonly kind: 'stop' }
  /** Whether the main process runs jobs; undefined if it has no worker. */
  | { readonly kind: 'worker'; readonly running: boolean | undefined }
  | { readonly kind: 'messages'; readonly messages: readonly BusMessage[] }
  | { readonly kind: 'metrics' }
