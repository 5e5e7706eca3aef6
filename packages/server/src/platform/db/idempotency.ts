import { createHash } from 'node:crypto'
import { IDEMPOTENCY_KEY_MAX_CHARACTERS } from '@galley/contract/limits'
import { sql } from 'kysely'
import { invalid } from '../core/errors.ts'
import type { SecretBox } from '../core/secret-box.ts'
import type { Db, Tx } from './connection/database.ts'

/** A request that must take effect once, however often it is sent: its user, its key and a hash of its content. */
export interface IdempotencyKey {
  readonly userId: string
  readonly key: string
  readonly requestHash: Buffer
  /** Called if the response is that of an earlier request. */
  readonly onReplay: () => void
}

const KEPT_HOURS = 24

interface KeyedCall {
  readonly principal: { readonly userId: string }
  readonly target: string
  readonly body: unknown
  readonly idempotencyKey: string | undefined
  onReplay(): void
}

/** Undefined if the call has no key. `content` identifies the call: its body, or a hash of its file. */
export function idempotencyKeyOf(call: KeyedCall, content: unknown = call.body): IdempotencyKey | undefined {
  const { idempotencyKey: key, principal, target, onReplay } = call
  if (key === undefined) return undefined
  if (key === '' || key.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) {
    const message = `Must have 1 to ${IDEMPOTENCY_KEY_MAX_CHARACTERS} characters.`
    throw invalid({ field: 'Idempotency-Key', code: 'INVALID_VALUE', message })
  }
  const text = Buffer.isBuffer(content) ? content : JSON.stringify(content)
  const requestHash = createHash('sha256').update(`${target}\n`).update(text).digest()
  return { userId: principal.userId, key, requestHash, onReplay }
}

/**
 * Runs the work, or returns its first result. The key is claimed in the transaction of the work itself: a parallel
 * request with the same key waits for it, and a crash leaves both or neither.
 */
export async function runIdempotent<T>(
  trx: Tx,
  box: SecretBox,
  idempotencyKey: IdempotencyKey,
  work: () => Promise<T>,
): Promise<T> {
  const { userId, key, requestHash } = idempotencyKey
  const claim = { user_id: userId, key, request_hash: requestHash }
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed === undefined) return replay<T>(trx, box, idempotencyKey)

  const answer = await work()
  // Encrypted, because a response may contain secrets that are shown only once, such as a raw token.
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: box.seal(JSON.stringify(answer)) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  return answer
}

async function replay<T>(trx: Tx, box: SecretBox, { userId, key, requestHash, onReplay }: IdempotencyKey): Promise<T> {
  const { answer, request_hash } = await trx
    .selectFrom('idempotency_keys')
    .select(['answer', 'request_hash'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (answer === null || !request_hash.equals(requestHash)) {
    throw invalid({
      field: 'Idempotency-Key',
      code: 'INVALID_VALUE',
      message: 'This key was used for another request.',
    })
  }
  onReplay()
  return JSON.parse(box.open(answer))
}

export async function purgeIdempotencyKeys(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
