import type { Settings } from '../../platform/config.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { hasTable } from '../../platform/db/has-table.ts'
import { countFailedEvents } from '../../selling/events/payment-event-store.ts'
import { countUnmatchedPayments } from '../../selling/events/unmatched-payment-store.ts'
import { type Finding, ok, skipped, warning } from './finding.ts'

const NAME = 'payments'

/** Whether everything that the payment provider has reported could be recorded, and belongs to a purchase. */
export async function checkPayments(db: Db | undefined, settings: Settings): Promise<Finding> {
  if (db === undefined || !(await hasTable(db, 'failed_payment_events'))) {
    return skipped(NAME, 'The database has no payments yet.')
  }
  const { count, since } = await countFailedEvents(db)
  if (since !== null) {
    const message = `${count} reports of the payment provider could not be recorded, the first at ${since.toISOString()}.`
    const fix = 'See the errors in the log. The reports are read again for 30 days; remove the cause before that.'
    return warning(NAME, message, fix)
  }
  const unmatched = (await hasTable(db, 'unmatched_payments')) ? await countUnmatchedPayments(db) : 0
  if (unmatched > 0) {
    const message = `${unmatched} payments name a purchase but were not made on its page, or not in full. They give no access.`
    return warning(
      NAME,
      message,
      '"purchases unmatched" lists them. Pay them back in Stripe, or use "purchases resolve".',
    )
  }
  return settings.payments.kind === 'off' ? skipped(NAME, 'PAYMENTS is off.') : ok(NAME, 'All reports were recorded.')
}
