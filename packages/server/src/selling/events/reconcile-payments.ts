import { sql } from 'kysely'
import type { AppContext } from '../../platform/context.ts'
import type { Db } from '../../platform/db/connection/database.ts'
import { hasReader } from '../bought-text.ts'
import { openProvider } from '../providers/open-provider.ts'
import type { PaymentProvider, Purchase } from '../providers/payment-provider.ts'
import { checkPurchase, closePurchase, refundPurchase } from './check-purchase.ts'
import { recordMissedEvents } from './record-missed-events.ts'

const BATCH = 100
/** Providers limit the requests per second. */
const AT_ONCE = 5

/**
 * Records events whose webhook was lost, asks the provider about pending purchases, closes those whose payment would be paid
 * back, and pays back what has to be paid back. What fails does not stop the rest, and is tried again at a later run.
 * Returns how many events were missed and how many purchases have changed.
 */
export async function reconcilePayments(context: AppContext): Promise<number> {
  const provider = openProvider(context)
  if (provider === undefined) return 0
  let changed = await recordMissedEvents(context, provider).catch((error: unknown) => {
    context.log.error({ err: error }, 'the events of the payment provider could not be listed')
    return 0
  })
  for (;;) {
    const open = await claimOpen(context.db, provider.name)
    const isChanged: boolean[] = []
    for (let i = 0; i < open.length; i += AT_ONCE) {
      const some = open.slice(i, i + AT_ONCE)
      isChanged.push(...(await Promise.all(some.map(purchase => isSettled(context, provider, purchase)))))
    }
    const count = isChanged.filter(Boolean).length
    changed += count
    // As long as purchases change, the rest does not wait for the next run: all buyers of a post may have to be paid back.
    if (open.length < BATCH || count === 0) return changed
  }
}

/** Whether the status of the purchase has changed. */
async function isSettled(context: AppContext, provider: PaymentProvider, purchase: Purchase): Promise<boolean> {
  try {
    return (await settle(context, provider, purchase)).status !== purchase.status
  } catch (error) {
    context.log.error({ err: error, purchase: purchase.id }, 'a purchase could not be checked')
    return false
  }
}

async function settle(context: AppContext, provider: PaymentProvider, purchase: Purchase): Promise<Purchase> {
  const current = purchase.status === 'pending' ? await settlePending(context, provider, purchase) : purchase
  const isDue = current.refund_requested_at !== null && current.status === 'paid'
  return isDue ? refundPurchase(context, provider, current) : current
}

async function settlePending(context: AppContext, provider: PaymentProvider, purchase: Purchase): Promise<Purchase> {
  const isWanted = purchase.refund_requested_at === null && (await hasReader(context.db, purchase))
  return isWanted ? checkPurchase(context, provider, purchase) : closePurchase(context, provider, purchase)
}

/** Those that were asked about longest ago first. A new purchase gets a minute, in which its reports usually arrive. */
async function claimOpen(db: Db, provider: string): Promise<Purchase[]> {
  const { rows } = await sql<Purchase>`
    update purchases set checked_at = now() where id in (
      select id from purchases
      where provider = ${provider} and (status = 'pending' or (refund_requested_at is not null and status = 'paid'))
        and (refund_requested_at is not null or created_at < now() - interval '1 minute')
      order by checked_at nulls first, created_at limit ${BATCH} for update skip locked
    ) returning *`.execute(db)
  return rows
}
