import type { TestPaymentAction } from '@galley/contract/selling'
import type { AppContext } from '../platform/context.ts'
import { newId } from '../platform/core/ids.ts'
import { recordPayment } from './events/record-payment-or-refund.ts'
import type { PaymentChange, Purchase } from './providers/payment-provider.ts'

/** What the buyer does on the page of the test provider. It is reported as another provider would report it. */
export async function payTestPurchase(
  context: AppContext,
  purchase: Purchase,
  action: TestPaymentAction,
): Promise<void> {
  const change = changeOf(purchase, action, context.clock.now())
  if (change === undefined) return
  await recordPayment(context, 'test', {
    id: newId(),
    type: action,
    purchaseId: purchase.id,
    occurredAt: context.clock.now(),
    change,
  })
}

/** Undefined where a provider would refuse, such as for paying twice. */
function changeOf({ status }: Purchase, action: TestPaymentAction, now: Date): PaymentChange | undefined {
  if (action === 'pay') return status === 'pending' ? { paidAt: now } : undefined
  if (action === 'cancel') return status === 'pending' ? { expiredAt: now } : undefined
  return status === 'paid' ? { refundedAt: now } : undefined
}
