import { createHash } from 'node:crypto'
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '@galley/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, invalid } from '../core/errors.ts'

/** The token of `Authorization: Bearer …`; empty if there is none after the word, undefined for any other header. */
export function readBearer({ headers }: FastifyRequest): string | undefined {
  const match = /^bearer(?:\s+(.*))?$/i.exec(headers.authorization ?? '')
  return match === null ? undefined : (match[1]?.trim() ?? '')
}

/**
 * The `Idempotency-Key` of a request for the database; undefined if the client does not send one. `content` identifies
 * the request: its body, or a hash of its file.
 */
export function readIdempotencyKey(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  content: unknown = request.body,
) {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) {
    const message = `Must have 1 to ${IDEMPOTENCY_KEY_MAX_CHARACTERS} characters.`
    throw invalid({ field: 'Idempotency-Key', code: 'INVALID_VALUE', message })
  }
  const text = Buffer.isBuffer(content) ? content : JSON.stringify(content)
  const requestHash = createHash('sha256').update(`${request.method} ${request.url}\n`).update(text).digest()
  return { userId, key, requestHash, onReplay: () => void reply.header('idempotency-replayed', 'true') }
}

interface Versioned {
  readonly id: string
  readonly version: number
}

/** The ETag of a version. It includes the id, because another post may later have the same path. */
export const etagOf = ({ id, version }: Versioned): string => `"${id.slice(-12)}.${version}"`

/** Throws unless the client's version is the current one. A client without `If-Match` accepts any. */
export function requireMatch(ifMatch: string | undefined, present: Versioned | undefined): void {
  if (ifMatch === undefined) return
  const known = ifMatch.split(',').map(tag => tag.trim())
  if (present !== undefined && (known.includes('*') || known.includes(etagOf(present)))) return
  throw new AppError(
    'PRECONDITION_FAILED',
    'The post has changed since you read it. Read it again, then repeat the change.',
  )
}
