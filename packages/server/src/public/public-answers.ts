import type { Endpoint, Response } from '@galley/contract/endpoint'
import type { CachedAnswer, ShownPost } from '../cache/cached-answer.ts'
import type { AppContext } from '../context.ts'
import { serialize } from '../core/serialize.ts'
import type { Db } from '../db/connection/database.ts'
import type { ShownCounters } from './post-counters.ts'

/**
 * The cache key of a query. It contains exactly the values that the SQL query uses: if a value changed in between, two
 * queries would share one response. Keys are JSON, so that values cannot run into each other.
 */
export type CacheKey = readonly (string | number | undefined)[]

interface Computed<E extends Endpoint> {
  readonly value: Response<E>
  /** Subjects that are only known now. */
  readonly about?: readonly string[]
  readonly shows?: ShownPost
  readonly counters?: readonly ShownCounters[]
  readonly lifetimeMs?: number | undefined
}

/** Of what nobody reports: the order of lists by popularity, a text that was not rendered in time. */
export const SHORT_LIFETIME_MS = 3000

/** Public reads from the cache, or with a query, which may use a replica. `about` names what makes a response outdated. */
export function publicAnswers({ cache, counters, media, publicReads }: AppContext) {
  return async <E extends Endpoint>(
    endpoint: E,
    key: CacheKey,
    about: readonly string[],
    compute: (db: Db) => Promise<Computed<E>>,
  ): Promise<CachedAnswer> => {
    const response = await cache.fetchResponse(JSON.stringify(key), async () => {
      const { value, shows, about: more = [], counters: shown, lifetimeMs } = await publicReads.run(about, compute)
      const body = serialize(endpoint.response, media.inAnswer(value))
      const isUnchanged = shown && (() => counters.areUnchanged(shown))
      return { body, about: [...about, ...more], shows, lifetimeMs, isUnchanged }
    })
    if (response === undefined) throw new Error(`${endpoint.path} computed no response`)
    return response
  }
}
