import type { Tx } from '../platform/db/connection/database.ts'
import { enqueue } from '../platform/jobs/enqueue.ts'
import { requestRefunds } from './purchase-store.ts'

/** Everybody who has bought the post loses access to it and gets the price back. */
export async function refundBuyers(trx: Tx, postId: string, now: Date): Promise<void> {
  const ids = await requestRefunds(trx, postId)
  if (ids.length > 0) await enqueue(trx, 'reconcile-payments', {}, { runAt: now, key: 'refunds' })
}
