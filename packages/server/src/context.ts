import { WEBHOOK_RESPONSE_MAX_BYTES } from '@galley/contract/limits'
import { Registry } from '@prometheus-io/client'
import { ResponseCache } from './cache/response-cache.ts'
import type { Settings } from './config.ts'
import { type Clock, systemClock } from './core/clock.ts'
import type { Logger } from './core/logger.ts'
import { createRateLimits, type RateLimits } from './core/rate-limits.ts'
import type { SecretBox } from './core/secret-box.ts'
import { Bus } from './db/bus.ts'
import type { Db } from './db/database.ts'
import type { Connection } from './db/pool.ts'
import { openSecretBox } from './db/secret-key.ts'
import { ViewCounter } from './engagement/view-counter.ts'
import { SafeFetch } from './outbound/safe-fetch.ts'
import { MarkdownRenderer } from './rendering/markdown-renderer.ts'
import type { BlobStore } from './storage/blob-store.ts'
import { openStore } from './storage/open-store.ts'

/** The services that every feature may use. */
export interface AppContext {
  readonly settings: Settings
  readonly db: Db
  readonly bus: Bus
  readonly storage: BlobStore
  /** Sends requests to user-supplied URLs, such as those of webhooks. */
  readonly outbound: SafeFetch
  /** Cached responses of public reads. */
  readonly responses: ResponseCache
  readonly views: ViewCounter
  readonly renderer: MarkdownRenderer
  readonly clock: Clock
  readonly log: Logger
  readonly limits: RateLimits
  readonly secretBox: SecretBox
  readonly metrics: Registry
}

/** Built from a migrated database. `session` is the connection of the bus, once the caller starts that. */
export async function createContext(
  settings: Settings,
  log: Logger,
  session: Connection,
  db: Db,
  clock: Clock = systemClock,
): Promise<AppContext> {
  const bus = new Bus(session, log)
  return {
    settings,
    db,
    bus,
    storage: await openStore(settings, log),
    outbound: new SafeFetch({ ...settings.webhooks, bodyMaxBytes: WEBHOOK_RESPONSE_MAX_BYTES }),
    responses: new ResponseCache(clock, () => bus.listening),
    views: new ViewCounter({ db, clock, log }),
    renderer: new MarkdownRenderer(log),
    clock,
    log,
    limits: createRateLimits(settings.rateLimits, clock),
    secretBox: await openSecretBox(db, settings),
    metrics: new Registry(),
  }
}
