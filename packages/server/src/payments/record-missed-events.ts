import type { AppContext } from '../context.ts'
import { isRecorded, readListedUntil, setListedUntil } from './payment-event-store.ts'
import type { PaymentProvider } from './providers/payment-provider.ts'
import { recordPayment } from './record-payment.ts'

/** An event may appear in the list later than its time says. */
const OVERLAP_MS = 5 * 60_000

/**
 * Records the events whose webhook was lost, such as a refund in the provider's dashboard. An event that cannot be recorded
 * does not stop the others; the time is read again by the next run. Returns how many were missed.
 */
export async function recordMissedEvents(context: AppContext, provider: PaymentProvider): Promise<number> {
  const { db, clock } = context
  const from = await readListedUntil(db, provider.name)
  if (from === undefined) return 0
  const until = new Date(clock.now().getTime() - OVERLAP_MS)
  let missed = 0
  let failed = 0
  for await (const event of provider.listEvents(from)) {
    if (await isRecorded(db, provider.name, event.id)) continue
    try {
      await recordPayment(context, provider.name, await event.read())
      missed++
    } catch (error) {
      failed++
      context.log.error({ err: error, event: event.id }, 'a payment event could not be recorded')
    }
  }
  if (failed === 0 && until > from) await setListedUntil(db, provider.name, until)
  return missed
}
