import type { Endpoint, Response } from '@galley/contract/endpoint'
import type { Static, TSchema } from 'typebox'
import { type CachedResponse, SharedPart, type ShownPost } from '../../platform/cache/cached-response.ts'
import type { AppContext } from '../../platform/context.ts'
import { serialize } from '../../platform/core/serialize.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import type { ShownCounters } from '../../platform/db/post-counters.ts'

/**
 * The cache key of a query. It contains exactly the values that the SQL query uses: if a value changed in between, two
 * queries would share one response. Keys are JSON, so that values cannot run into each other.
 */
export type CacheKey = readonly (string | number | undefined)[]

interface Computed<T> {
  readonly value: T
  /** Subjects that are only known now. */
  readonly about?: readonly string[]
  readonly shows?: ShownPost
  readonly counters?: readonly ShownCounters[]
  readonly lifetimeMs?: number | undefined
}

/** Of what nobody reports: the order of lists by popularity, a text that was not rendered in time. */
export const SHORT_LIFETIME_MS = 3000

/** Public reads from the cache, or with a query, which may use a replica. `about` names what makes a response outdated. */
export function publicResponses(context: AppContext) {
  return async <E extends Endpoint>(
    endpoint: E,
    key: CacheKey,
    about: readonly string[],
    compute: (db: Db) => Promise<Computed<Response<E>>>,
  ): Promise<CachedResponse> => {
    const response = await context.cache.fetchResponse(JSON.stringify(key), () =>
      read(context, endpoint.response, about, compute),
    )
    if (response === undefined) throw new Error(`${endpoint.path} computed no response`)
    return response
  }
}

/** The same for what pages are made of, which stays an object. */
export function sharedParts(context: AppContext) {
  return async <S extends TSchema>(
    schema: S,
    key: CacheKey,
    about: readonly string[],
    compute: (db: Db) => Promise<Computed<Static<S>>>,
  ): Promise<SharedPart<Static<S>>> => {
    const part = await context.cache.fetch<SharedPart<Static<S>>>(
      `part ${JSON.stringify(key)}`,
      async startedMs => new SharedPart(startedMs, await read(context, schema, about, compute)),
    )
    if (part === undefined) throw new Error(`${key[0]} computed nothing`)
    return part
  }
}

async function read<T>(
  { counters, media, publicReads }: AppContext,
  schema: object,
  about: readonly string[],
  compute: (db: Db) => Promise<Computed<T>>,
) {
  const computed = await publicReads.run(about, compute)
  const { value, shows, about: more = [], counters: shown, lifetimeMs } = computed
  const isUnchanged = shown && (() => counters.areUnchanged(shown))
  return {
    body: serialize(schema, media.inResponse(value)),
    about: [...about, ...more],
    shows,
    lifetimeMs,
    isUnchanged,
  }
}
