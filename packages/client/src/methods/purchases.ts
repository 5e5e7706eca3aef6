import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../calls/caller.ts'
import type {
  Preview,
  Purchase,
  PurchaseDetails,
  PurchaseList,
  PurchaseListQuery,
  Sales,
  SalesQuery,
  StartedPurchase,
  TestPayment,
} from '../generated/models.ts'
import { type Pages, pagesOf } from '../pages.ts'

/** Posts that you buy and have bought. */
export interface PurchaseMethods {
  /** Begins to buy a post, or goes on with a pending purchase. The reader pays at `checkout_url`. */
  start(postId: string, options?: CallOptions): ApiPromise<StartedPurchase>
  /** One page of your paid and refunded purchases, the latest first. */
  list(query?: QueryOf<PurchaseListQuery>, options?: CallOptions): ApiPromise<PurchaseList>
  pages(query?: QueryOf<PurchaseListQuery>, options?: CallOptions): Pages<PurchaseList, Purchase>
  /** A purchase with its receipt, and with the text if the post is no longer published. */
  read(id: string, options?: CallOptions): ApiPromise<PurchaseDetails>
  /** The text of a paid purchase as HTML, if the post is no longer published. */
  html(id: string, options?: CallOptions): ApiPromise<Preview>
  /** Asks the payment provider about a pending purchase. */
  check(id: string, options?: CallOptions): ApiPromise<PurchaseDetails>
  /** Only on a site with test payments. */
  payTest(id: string, body: TestPayment, options?: CallOptions): ApiPromise<PurchaseDetails>
}

export interface SalesMethods {
  /** What was sold of your posts, per day and post. */
  read(query?: QueryOf<SalesQuery>, options?: CallOptions): ApiPromise<Sales>
}

export const salesMethods = ({ call }: Caller): SalesMethods => ({
  read: (query = {}, options) => call('readSales', { query }, options),
})

export function purchaseMethods({ call }: Caller): PurchaseMethods {
  const list: PurchaseMethods['list'] = (query = {}, options) => call('listPurchases', { query }, options)
  return {
    list,
    pages: (query = {}, options) =>
      pagesOf({ query, list: query => list(query, options), itemsOf: page => page.purchases }),
    start: (id, options) => call('startPurchase', { params: { id } }, options),
    read: (id, options) => call('readPurchase', { params: { id } }, options),
    html: (id, options) => call('readPurchaseHtml', { params: { id } }, options),
    check: (id, options) => call('checkPurchase', { params: { id } }, options),
    payTest: (id, body, options) => call('payTestPurchase', { params: { id }, body }, options),
  }
}
