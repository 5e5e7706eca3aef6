import type { BlobInfo, ByteRange } from '../../platform/storage/blob-store.ts'

/**
 * Parses a `Range` header for `size` bytes. Undefined: send everything, which is always allowed, and used for malformed
 * headers and multiple ranges. Unsatisfiable: the range is outside.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

type Conditions = Readonly<Record<string, string | string[] | undefined>>

/** Whether the client already has the current version. */
export function isNotModified(headers: Conditions, { etag, modifiedAt }: BlobInfo): boolean {
  const known = headers['if-none-match']
  if (typeof known === 'string') {
    return known.split(',').some(tag => ['*', etag, `W/${etag}`].includes(tag.trim()))
  }
  const since = Date.parse(String(headers['if-modified-since'] ?? ''))
  return !Number.isNaN(since) && inSeconds(modifiedAt.getTime()) <= inSeconds(since)
}

/** Whether the range continues the same version that the client has a part of. */
export function mayContinue(ifRange: string | string[] | undefined, { etag, modifiedAt }: BlobInfo): boolean {
  if (typeof ifRange !== 'string') return true
  return ifRange.startsWith('"') ? ifRange === etag : inSeconds(Date.parse(ifRange)) === inSeconds(modifiedAt.getTime())
}

/** HTTP dates have no fractions of a second. */
const inSeconds = (ms: number): number => Math.floor(ms / 1000)
