import { randomUUID } from 'node:crypto'

let lastMs = 0
let sequence = 0

/**
 * A UUID v7: ordered by creation time, within a millisecond by a counter, so that new rows are added at the end of
 * every index.
 */
export function newId(): string {
  const nowMs = Date.now()
  if (nowMs > lastMs) [lastMs, sequence] = [nowMs, 0]
  else if (++sequence > 0xfff) [lastMs, sequence] = [lastMs + 1, 0]
  const time = lastMs.toString(16).padStart(12, '0')
  const counter = sequence.toString(16).padStart(3, '0')
  // The rest of a random id: Node keeps random bytes for many of these, but fetches them anew for `randomBytes`.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${randomUUID().slice(19)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** No row has it, and every other id comes after it. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000'

/** Checks an id of a request before a query, because PostgreSQL fails on a malformed one. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * An id in lower case, as PostgreSQL writes it; other text unchanged. Ids are used in cache keys, file names and
 * messages, where upper case would make another id.
 */
export function canonicalId(text: string): string {
  return isUuid(text) ? text.toLowerCase() : text
}

/** For responses that never reach the database, where order does not matter. */
export const newRequestId = (): string => randomUUID()
