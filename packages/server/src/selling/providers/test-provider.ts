import type { Clock } from '../../platform/core/clock.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** How long a checkout page stays open. */
const OPEN_MS = 24 * 3_600_000

/** For demonstrations and tests: no money is paid. Its checkout is a page of our own site, and the ledger is its state. */
export function testProvider(publicUrl: URL, clock: Clock): PaymentProvider {
  return {
    name: 'test',
    openCheckout: async ({ id }) => ({ ref: `test_${id}`, url: `${publicUrl.origin}/checkout/${id}` }),
    read: async ({ created_at, status }) => {
      const closesAt = new Date(created_at.getTime() + OPEN_MS)
      return status === 'pending' && closesAt <= clock.now() ? { expiredAt: closesAt } : {}
    },
    closeCheckout: async ({ paid_at }) => (paid_at === null ? { expiredAt: clock.now() } : {}),
    refund: async () => ({ refundedAt: clock.now() }),
    // What happens on its page is recorded at once.
    listEvents: async function* () {},
    readEvent: id => Promise.reject(new Error(`there is no event ${id}`)),
  }
}
