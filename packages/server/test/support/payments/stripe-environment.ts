import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WEBHOOK_SECRET } from './fake-stripe.ts'

/** Settings for sales with a fake of Stripe. The legal texts are written to the folder. */
export function stripeEnvironment(folder: string, apiUrl: string): Record<string, string> {
  const notice = join(folder, 'notice.md')
  const terms = join(folder, 'terms.md')
  writeFileSync(notice, 'Notice of the **seller**.')
  writeFileSync(terms, 'The *terms*.')
  return {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_fake',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: apiUrl,
    SELLER_NAME: 'Galley Press',
    SELLER_ADDRESS: 'Tokyo',
    LEGAL_NOTICE_FILE: notice,
    LEGAL_TERMS_FILE: terms,
  }
}
