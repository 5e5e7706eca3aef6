import { WEBHOOK_RESPONSE_MAX_BYTES } from '@galley/contract/limits'
import { Registry } from '@prometheus-io/client'
import { SharedCache } from './platform/cache/shared-cache.ts'
import { EVERYTHING } from './platform/cache/subjects.ts'
import type { Settings } from './platform/config.ts'
import type { AppContext } from './platform/context.ts'
import { type Clock, systemClock } from './platform/core/clock.ts'
import { BackgroundQueue } from './platform/core/limits/background-queue.ts'
import { createRateLimits } from './platform/core/limits/rate-limits.ts'
import type { Logger } from './platform/core/logger.ts'
import { Bus } from './platform/db/bus.ts'
import type { Db } from './platform/db/connection/database.ts'
import type { Connection } from './platform/db/connection/pool.ts'
import { PostCounters } from './platform/db/post-counters.ts'
import { openReplica } from './platform/db/replica/open-replica.ts'
import { PublicReads } from './platform/db/replica/public-reads.ts'
import { openSecretBox } from './platform/db/secret-key.ts'
import { SafeFetch } from './platform/outbound/safe-fetch.ts'
import { MarkdownRenderer } from './platform/rendering/markdown-renderer.ts'
import { DiskSpace } from './platform/storage/disk-space.ts'
import { openStore } from './platform/storage/open-store.ts'
import { ViewCounter } from './reading/engagement/view-counter.ts'
import { openMediaAddresses } from './writing/uploads/image-url.ts'
import { ImageVariants } from './writing/uploads/image-variants.ts'

/** While more than this waits, the pages of further texts are left to their first readers. */
const NEW_PAGES_MAX_CHARACTERS = 1_000_000

/** Built from a migrated database. `session` is the connection of the bus, once the caller starts that. */
export async function createContext(
  settings: Settings,
  log: Logger,
  session: Connection,
  db: Db,
  clock: Clock = systemClock,
): Promise<AppContext> {
  const bus = new Bus(session, db, log)
  const storage = await openStore(settings, log)
  const metrics = new Registry()
  const publicReads = openPublicReads(settings, db, bus, log)
  const cache = new SharedCache(clock, () => bus.listening, settings.cacheMemoryBytes)
  forgetChanges(bus, cache, publicReads)
  const disk = new DiskSpace(settings, log, metrics)
  return {
    settings,
    db,
    bus,
    publicReads,
    storage,
    disk,
    variants: new ImageVariants({ db, storage, disk, dataDir: settings.dataDir, log }),
    media: await openMediaAddresses(db, settings),
    outbound: new SafeFetch({ ...settings.webhooks, bodyMaxBytes: WEBHOOK_RESPONSE_MAX_BYTES }),
    cache,
    counters: new PostCounters(publicReads),
    views: new ViewCounter({ db, clock, log }),
    renderer: new MarkdownRenderer(log),
    newPages: new BackgroundQueue(NEW_PAGES_MAX_CHARACTERS),
    clock,
    log,
    limits: createRateLimits(settings.rateLimits, clock),
    secretBox: await openSecretBox(db, settings),
    metrics,
    shutdown: new AbortController(),
  }
}

/** What has changed is no longer used: neither from the cache nor from a replica that may not have the change yet. */
function forgetChanges(bus: Bus, cache: SharedCache, publicReads: PublicReads): void {
  bus.subscribe(message => {
    if (message.about === 'everything' || (message.about === 'public' && message.subjects.includes(EVERYTHING))) {
      cache.clear()
      publicReads.changed()
    } else if (message.about === 'public') {
      cache.forget(message.subjects)
      for (const subject of message.subjects) publicReads.changed(subject)
    }
  })
}

function openPublicReads(settings: Settings, db: Db, bus: Bus, log: Logger): PublicReads {
  const { databaseReplicaUrl, databaseReplicaMaxLagMs, databasePoolMax, databasePrepared } = settings
  if (databaseReplicaUrl === undefined) return new PublicReads(db)
  const replica = openReplica(databaseReplicaUrl, { poolMax: databasePoolMax, prepared: databasePrepared }, log)
  return new PublicReads(db, { replica, maxLagMs: databaseReplicaMaxLagMs, listening: () => bus.listening, log })
}
