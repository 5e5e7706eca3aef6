import type { Endpoint, Response } from '@galley/contract/endpoint'
import type { CachedAnswer, ShownPost } from '../cache/cached-answer.ts'
import type { AppContext } from '../context.ts'
import { serialize } from '../core/serialize.ts'
import type { Db } from '../db/connection/database.ts'

/**
 * The cache key of a query. It contains exactly the values that the SQL query uses: if a value changed in between, two
 * queries would share one response. Keys are JSON, so that values cannot run into each other.
 */
export type CacheKey = readonly (string | number | undefined)[]

/** Every list may change with any public post, so all lists share one subject. */
export const LISTS = 'lists'

interface Computed<E extends Endpoint> {
  readonly value: Response<E>
  readonly about?: readonly string[]
  readonly shows?: ShownPost
}

/** Answers public reads from the cache, or with a query, which may use a replica; `about` names what an answer goes stale with. */
export function publicAnswers({ responses, media, publicReads }: AppContext) {
  return <E extends Endpoint>(
    endpoint: E,
    key: CacheKey,
    about: readonly string[],
    compute: (db: Db) => Promise<Computed<E>>,
  ): Promise<CachedAnswer> =>
    responses.fetch(JSON.stringify(key), async () => {
      const { value, shows, about: more = [] } = await publicReads.run(about, compute)
      const body = serialize(endpoint.response, media.inAnswer(value))
      return { body, about: [...about, ...more], shows }
    })
}
