import type { EnvironmentReader } from './environment-reader.ts'

/** What the law requires of a seller in Japan, beside the keys. */
const REQUIRED = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'LEGAL_NOTICE_FILE',
  'LEGAL_TERMS_FILE',
] as const

export type StripeSettings = NonNullable<ReturnType<typeof readPaymentSettings>['stripe']>

/** How this installation sells paid posts. The operator is the seller. */
export function readPaymentSettings(read: EnvironmentReader) {
  const kind = read.oneOf('PAYMENTS', ['off', 'test', 'stripe'])
  /** The registration number for qualified invoices, such as T1234567890123. */
  const taxId = read.text('SELLER_TAX_ID', undefined)
  if (taxId !== undefined && !/^T\d{13}$/.test(taxId)) {
    read.error('SELLER_TAX_ID', 'is not a registration number, such as T1234567890123')
  }
  const texts = Object.fromEntries(REQUIRED.map(name => [name, read.text(name, undefined)]))
  if (kind === 'stripe') {
    for (const name of REQUIRED) if (!texts[name]) read.error(name, 'is required for PAYMENTS=stripe')
  }
  const stripe = {
    secretKey: texts['STRIPE_SECRET_KEY'] ?? '',
    webhookSecret: texts['STRIPE_WEBHOOK_SECRET'] ?? '',
    /** Undefined: that of Stripe. */
    apiUrl: read.optionalUrl('STRIPE_API_URL', ['http:', 'https:']),
  }
  return {
    kind,
    /** The part of a price that belongs to the author, shown in the sales. */
    authorSharePercent: read.integer('AUTHOR_SHARE', 90, { min: 0, max: 100 }),
    /** On receipts. */
    seller: { name: texts['SELLER_NAME'], address: texts['SELLER_ADDRESS'], taxId },
    /** Markdown. */
    legal: { notice: legalText(read, 'LEGAL_NOTICE_FILE'), terms: legalText(read, 'LEGAL_TERMS_FILE') },
    /** Undefined unless Stripe is used. */
    stripe: kind === 'stripe' ? stripe : undefined,
  } as const
}

function legalText(read: EnvironmentReader, name: string): string | undefined {
  const text = read.file(name)
  if (text !== undefined && text.trim() === '') read.error(name, 'is empty')
  return text
}
