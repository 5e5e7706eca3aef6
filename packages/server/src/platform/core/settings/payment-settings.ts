import type { EnvironmentReader } from './environment-reader.ts'

/** How this installation sells paid posts. The operator is the seller. */
export interface PaymentSettings {
  readonly kind: 'off' | 'test' | 'stripe'
  /** The part of a price that belongs to the author, shown in the sales. */
  readonly authorSharePercent: number
  /** On receipts. */
  readonly seller: {
    readonly name: string | undefined
    readonly address: string | undefined
    /** The registration number for qualified invoices, such as T1234567890123. */
    readonly taxId: string | undefined
  }
  /** Markdown. */
  readonly legal: { readonly notice: string | undefined; readonly terms: string | undefined }
  /** Undefined unless Stripe is used. */
  readonly stripe: StripeSettings | undefined
}

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Undefined: that of Stripe. */
  readonly apiUrl: string | undefined
}

/** What the law requires of a seller in Japan, beside the keys. */
const REQUIRED = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'LEGAL_NOTICE_FILE',
  'LEGAL_TERMS_FILE',
] as const

export function readPaymentSettings(read: EnvironmentReader): PaymentSettings {
  const kind = read.oneOf('PAYMENTS', ['off', 'test', 'stripe'])
  const taxId = read.text('SELLER_TAX_ID', undefined)
  if (taxId !== undefined && !/^T\d{13}$/.test(taxId)) {
    read.fault('SELLER_TAX_ID', 'is not a registration number, such as T1234567890123')
  }
  const texts = Object.fromEntries(REQUIRED.map(name => [name, read.text(name, undefined)]))
  if (kind === 'stripe') {
    for (const name of REQUIRED) if (!texts[name]) read.fault(name, 'is required for PAYMENTS=stripe')
  }
  const stripe = {
    secretKey: texts['STRIPE_SECRET_KEY'] ?? '',
    webhookSecret: texts['STRIPE_WEBHOOK_SECRET'] ?? '',
    apiUrl: read.optionalUrl('STRIPE_API_URL', ['http:', 'https:']),
  }
  return {
    kind,
    authorSharePercent: read.integer('AUTHOR_SHARE', 90, { min: 0, max: 100 }),
    seller: { name: texts['SELLER_NAME'], address: texts['SELLER_ADDRESS'], taxId },
    legal: { notice: legalText(read, 'LEGAL_NOTICE_FILE'), terms: legalText(read, 'LEGAL_TERMS_FILE') },
    stripe: kind === 'stripe' ? stripe : undefined,
  }
}

function legalText(read: EnvironmentReader, name: string): string | undefined {
  const text = read.file(name)
  if (text !== undefined && text.trim() === '') read.fault(name, 'is empty')
  return text
}
