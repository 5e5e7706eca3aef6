import type { AppContext } from '../../context.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { testProvider } from './test-provider.ts'

/** The provider of the settings; undefined if sales are off. */
export function openProvider({ settings, clock }: AppContext): PaymentProvider | undefined {
  switch (settings.payments.kind) {
    case 'off':
      return undefined
    case 'test':
      return testProvider(settings.publicUrl, clock)
  }
}
