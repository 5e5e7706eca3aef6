import { randomBytes, randomUUID } from 'node:crypto'

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
  const bytes = randomBytes(16)
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

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
