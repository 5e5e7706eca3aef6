import type { Registry } from '@prometheus-io/client'
import type { SharedCache } from './cache/shared-cache.ts'
import type { Settings } from './config.ts'
import type { MediaAddresses } from './core/addresses/media-addresses.ts'
import type { Clock } from './core/clock.ts'
import type { BackgroundQueue } from './core/limits/background-queue.ts'
import type { RateLimits } from './core/limits/rate-limits.ts'
import type { Logger } from './core/logger.ts'
import type { SecretBox } from './core/secret-box.ts'
import type { Bus } from './db/bus.ts'
import type { Db } from './db/connection/database.ts'
import type { ShownCounters } from './db/post-counters.ts'
import type { PublicReads } from './db/replica/public-reads.ts'
import type { SafeFetch } from './outbound/safe-fetch.ts'
import type { MarkdownRenderer } from './rendering/markdown-renderer.ts'
import type { BlobStore } from './storage/blob-store.ts'
import type { DiskSpace } from './storage/disk-space.ts'

/** Counts views of posts. Implemented by `reading/engagement/view-counter.ts`, which `transport` must not import. */
export interface ViewCounts {
  start(): void
  stop(): Promise<void>
  note(postId: string, reader: string): void
  /** Writes the views so far. */
  flush(): Promise<void>
}

/** The result of a request for a smaller copy of an image. */
export type MadeVariant =
  | { readonly kind: 'made' | 'missing' }
  /** None can be made, or there is too much to do: the original is at this path. */
  | { readonly kind: 'original'; readonly path: string }

/** The services that every feature may use. */
export interface AppContext {
  readonly settings: Settings
  readonly db: Db
  readonly bus: Bus
  /** Reads that need not see the newest state: from a replica, if there is one. */
  readonly publicReads: PublicReads
  readonly storage: BlobStore
  readonly disk: DiskSpace
  /** Makes smaller copies of images. Implemented by `writing/uploads/image-variants.ts`, which `site` must not import. */
  readonly variants: { make(key: string): Promise<MadeVariant> }
  /** Replaces earlier addresses of images in what is shown. */
  readonly media: MediaAddresses
  /** Sends requests to user-supplied URLs, such as those of webhooks. */
  readonly outbound: SafeFetch
  /** Public reads and pages. */
  readonly cache: SharedCache
  /** Compares counters in cached entries. Implemented by `public/post-counters.ts`, which uses the public reads. */
  readonly counters: { areUnchanged(shown: readonly ShownCounters[]): Promise<boolean> }
  readonly views: ViewCounts
  readonly renderer: MarkdownRenderer
  /** Pages of new texts, rendered before their first readers come. */
  readonly newPages: BackgroundQueue
  readonly clock: Clock
  readonly log: Logger
  readonly limits: RateLimits
  readonly secretBox: SecretBox
  readonly metrics: Registry
  /** Aborted when the server begins to stop: answers that would stay open end then. */
  readonly shutdown: AbortController
}
