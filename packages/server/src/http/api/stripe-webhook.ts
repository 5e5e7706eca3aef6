import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import { recordPayment } from '../../selling/events/record-payment-or-refund.ts'
import { readStripeEvent } from '../../selling/providers/stripe-events.ts'
import { loadStripe } from '../../selling/providers/stripe-provider.ts'

const BODY_MAX_BYTES = 512 * 1024

/** POST /payments/stripe: the reports of Stripe. It repeats a report until it is answered with 200. */
export function stripeWebhook(app: FastifyInstance, context: AppContext): void {
  const { kind, stripe: settings } = context.settings.payments
  if (kind !== 'stripe' || settings === undefined) return
  let loading: ReturnType<typeof loadStripe> | undefined
  app.register(async scope => {
    // The signature is that of the bytes.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post('/payments/stripe', async request => {
      loading ??= loadStripe(settings)
      const stripe = await loading
      const event = verify(() =>
        stripe.webhooks.constructEvent(
          request.body as Buffer,
          request.headers['stripe-signature'] ?? '',
          settings.webhookSecret,
        ),
      )
      await recordPayment(context, 'stripe', await readStripeEvent(stripe, event))
      return { received: true }
    })
  })
}

function verify<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new AppError('VALIDATION_ERROR', 'The signature is wrong or too old.', { cause: error })
  }
}
