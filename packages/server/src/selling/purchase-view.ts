import type {
  PurchaseDetails,
  Purchase as PurchaseRecord,
  Receipt,
  StartedPurchase,
} from '@galley/contract/schemas/selling/purchases'
import type { Settings } from '../platform/config.ts'
import { postAddress } from '../platform/core/addresses/site-addresses.ts'
import type { Purchase } from './providers/payment-provider.ts'
import type { OwnPurchase } from './purchase-list-store.ts'

/** The consumption tax of Japan, which prices include. */
const TAX_PERCENT = 10

const dayInJapan = (time: Date): string => new Date(time.getTime() + 9 * 3_600_000).toISOString().slice(0, 10)

export const startedView = ({ id, status, checkout_url }: Purchase): StartedPurchase => ({
  purchase: { id, status },
  checkout_url: status === 'pending' ? checkout_url : null,
})

export function purchaseView(purchase: OwnPurchase, settings: Settings): PurchaseRecord {
  const { id, status, post_id, title, author_name, price_jpy, username, slug } = purchase
  const isLive = username !== null && slug !== null
  return {
    id,
    status,
    post_id,
    title,
    author_name,
    price_jpy,
    url: isLive ? postAddress(settings, username, slug) : null,
    has_copy: purchase.copied_content !== null,
    created_at: purchase.created_at.toISOString(),
    paid_at: purchase.paid_at?.toISOString() ?? null,
    refunded_at: (purchase.refunded_at ?? purchase.disputed_at)?.toISOString() ?? null,
  }
}

export function detailsView(purchase: OwnPurchase, settings: Settings): PurchaseDetails {
  return {
    ...purchaseView(purchase, settings),
    checkout_url: purchase.status === 'pending' ? purchase.checkout_url : null,
    receipt: receiptOf(purchase, settings),
    content: purchase.copied_content,
  }
}

/** Null if nothing was paid. */
export function receiptOf(purchase: Purchase, { payments, site }: Settings): Receipt | null {
  const { id, paid_at, price_jpy } = purchase
  if (paid_at === null || price_jpy === 0) return null
  const { name, address, taxId } = payments.seller
  const isRegistered = taxId !== undefined
  return {
    // The end of the id is random. The day is the one in Japan, like the dates on the receipt.
    number: `${dayInJapan(paid_at).replaceAll('-', '')}-${id.slice(-12).toUpperCase()}`,
    issued_at: paid_at.toISOString(),
    amount_jpy: price_jpy,
    tax_jpy: isRegistered ? Math.floor((price_jpy * TAX_PERCENT) / (100 + TAX_PERCENT)) : null,
    tax_percent: isRegistered ? TAX_PERCENT : null,
    seller_name: name ?? site.name,
    seller_address: address ?? null,
    seller_tax_id: taxId ?? null,
    is_test: purchase.provider === 'test',
  }
}
