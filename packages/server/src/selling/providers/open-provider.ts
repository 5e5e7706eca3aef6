import type { AppContext } from '../../platform/context.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { stripeProvider } from './stripe-provider.ts'
import { testProvider } from './test-provider.ts'

/** The provider of the settings; undefined if sales are off. */
export function openProvider({ settings, clock }: AppContext): PaymentProvider | undefined {
  const { kind, stripe } = settings.payments
  if (kind === 'test') return testProvider(settings.publicUrl, clock)
  return stripe === undefined ? undefined : stripeProvider(stripe, settings.publicUrl)
}
