import type { AppContext } from '../../platform/context.ts'
import type { ListedEvent, PaymentProvider } from '../providers/payment-provider.ts'
import {
  dropOldFailedEvents,
  findKnownEvents,
  forgetFailedEvent,
  keepFailedEvent,
  listDueFailedEvents,
  readListedUntil,
  setListedUntil,
} from './payment-event-store.ts'
import { recordPayment } from './record-payment-or-refund.ts'

/** An event may appear in the list later than its time says. */
const OVERLAP_MS = 5 * 60_000
const PAGE = 100

/**
 * Records the events whose webhook was lost, such as a refund in the provider's dashboard. An event that cannot be recorded
 * does not stop the others; it is kept, and read again later. Returns how many were missed.
 */
export async function recordMissedEvents(context: AppContext, provider: PaymentProvider): Promise<number> {
  const { db, clock } = context
  const from = await readListedUntil(db, provider.name)
  if (from === undefined) return 0
  let missed = await recordFailedAgain(context, provider)
  const until = new Date(clock.now().getTime() - OVERLAP_MS)
  let page: ListedEvent[] = []
  for await (const event of provider.listEvents(from)) {
    page.push(event)
    if (page.length < PAGE) continue
    missed += await recordPage(context, provider, page)
    page = []
  }
  missed += await recordPage(context, provider, page)
  if (until > from) await setListedUntil(db, provider.name, until)
  return missed
}

async function recordPage(
  context: AppContext,
  provider: PaymentProvider,
  events: readonly ListedEvent[],
): Promise<number> {
  if (events.length === 0) return 0
  const ids = events.map(({ id }) => id)
  const known = await findKnownEvents(context.db, provider.name, ids)
  let recorded = 0
  for (const event of events) {
    if (!known.has(event.id) && (await tryToRecord(context, provider, event))) recorded++
  }
  return recorded
}

async function recordFailedAgain(context: AppContext, provider: PaymentProvider): Promise<number> {
  const { db, log } = context
  for (const event of await dropOldFailedEvents(db)) log.error({ event }, 'a payment event was never recorded')
  let recorded = 0
  for (const id of await listDueFailedEvents(db, provider.name)) {
    if (!(await tryToRecord(context, provider, { id, read: () => provider.readEvent(id) }))) continue
    await forgetFailedEvent(db, provider.name, id)
    recorded++
  }
  return recorded
}

async function tryToRecord(context: AppContext, provider: PaymentProvider, event: ListedEvent): Promise<boolean> {
  try {
    await recordPayment(context, provider.name, await event.read())
    return true
  } catch (error) {
    context.log.error({ err: error, event: event.id }, 'a payment event could not be recorded')
    await keepFailedEvent(context.db, provider.name, event.id)
    return false
  }
}
