import { type Static, Type } from 'typebox'
import { PURCHASE_STATUSES, TEST_PAYMENT_ACTIONS } from '../../values/selling.ts'
import { Count, closed, nullable, oneOf, page, Timestamp, Uuid } from '../schema.ts'

const purchase = {
  id: Uuid,
  status: oneOf(PURCHASE_STATUSES),
  post_id: Uuid,
  title: Type.String({ description: 'As it was when the purchase began.' }),
  author_name: Type.String({ description: 'As it was when the purchase began.' }),
  price_jpy: Type.Integer({ description: 'The price when the purchase began. Later changes do not affect it.' }),
  url: nullable(Type.String(), { description: 'The page of the post; null if it is no longer published.' }),
  has_copy: Type.Boolean({
    description: 'Whether the text can be read with this purchase, because the post is no longer published.',
  }),
  created_at: Timestamp,
  paid_at: nullable(Timestamp),
  refunded_at: nullable(Timestamp),
}

/** A purchase as its buyer sees it. */
export const Purchase = Type.Object(purchase, { title: 'Purchase' })
export type Purchase = Static<typeof Purchase>

export const PurchaseList = Type.Object({ purchases: Type.Array(Purchase), total: Count }, { title: 'PurchaseList' })
export type PurchaseList = Static<typeof PurchaseList>

export const PurchaseListQuery = Type.Object({ ...page })
export type PurchaseListQuery = Static<typeof PurchaseListQuery>

export const Receipt = Type.Object(
  {
    number: Type.String(),
    issued_at: Timestamp,
    amount_jpy: Type.Integer({ description: 'With tax.' }),
    tax_jpy: nullable(Type.Integer(), { description: 'The tax in the amount; null if the seller is not registered.' }),
    tax_percent: nullable(Type.Integer()),
    seller_name: Type.String(),
    seller_address: nullable(Type.String()),
    seller_tax_id: nullable(Type.String(), { description: 'The registration number for qualified invoices.' }),
    is_test: Type.Boolean({ description: 'Whether no money was paid, because the site sells with test payments.' }),
  },
  { title: 'Receipt' },
)
export type Receipt = Static<typeof Receipt>

export const PurchaseDetails = Type.Object(
  {
    ...purchase,
    checkout_url: nullable(Type.String(), { description: 'Where to pay; null unless the purchase is pending.' }),
    receipt: nullable(Receipt, { description: 'Null if nothing was paid.' }),
    content: nullable(Type.String(), {
      description:
        'Markdown, the last published text; null unless the purchase is paid and the post is no longer published.',
    }),
  },
  { title: 'PurchaseDetails' },
)
export type PurchaseDetails = Static<typeof PurchaseDetails>

export const StartedPurchase = Type.Object(
  {
    purchase: Type.Object({ id: Uuid, status: oneOf(PURCHASE_STATUSES) }),
    checkout_url: nullable(Type.String(), { description: 'Where to pay; null if the post is already paid.' }),
  },
  { title: 'StartedPurchase' },
)
export type StartedPurchase = Static<typeof StartedPurchase>

export const TestPayment = closed('TestPayment', { action: oneOf(TEST_PAYMENT_ACTIONS) })
export type TestPayment = Static<typeof TestPayment>
