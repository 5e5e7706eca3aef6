import type { EnvironmentReader } from './environment-reader.ts'

/** How this installation sells paid posts. The operator is the seller. */
export interface PaymentSettings {
  readonly kind: 'off' | 'test'
  /** The part of a price that belongs to the author, shown in the sales. */
  readonly authorSharePercent: number
  /** On receipts. */
  readonly seller: {
    readonly name: string | undefined
    readonly address: string | undefined
    /** The registration number for qualified invoices, such as T1234567890123. */
    readonly taxId: string | undefined
  }
}

export function readPaymentSettings(read: EnvironmentReader): PaymentSettings {
  const taxId = read.text('SELLER_TAX_ID', undefined)
  if (taxId !== undefined && !/^T\d{13}$/.test(taxId)) {
    read.fault('SELLER_TAX_ID', 'is not a registration number, such as T1234567890123')
  }
  return {
    kind: read.oneOf('PAYMENTS', ['off', 'test']),
    authorSharePercent: read.integer('AUTHOR_SHARE', 90, { min: 0, max: 100 }),
    seller: { name: read.text('SELLER_NAME', undefined), address: read.text('SELLER_ADDRESS', undefined), taxId },
  }
}
