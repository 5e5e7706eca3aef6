import { get, post } from '../endpoint.ts'
import * as purchases from '../schemas/selling/purchases.ts'
import { Sales, SalesQuery } from '../schemas/selling/sales.ts'
import { Preview } from '../schemas/writing/rendering.ts'

const asReader = { tag: 'Readers', auth: 'session-or-token', scopes: ['reader'] } as const

export const purchaseEndpoints = {
  startPurchase: post('/api/v1/reader/posts/:id/purchase', 'purchases.start', {
    summary: 'Buy a post',
    description:
      'Begins a purchase at the current price. The reader pays at `checkout_url`. Repeating it answers the same purchase while it is pending or paid. 409 `NOT_FOR_SALE` if sales are disabled on this site, or if you can read the whole post already.',
    ...asReader,
    errors: ['NOT_FOR_SALE'],
    response: purchases.StartedPurchase,
  }),
  listPurchases: get('/api/v1/reader/purchases', 'purchases.list', {
    summary: 'List the posts that you bought',
    description: 'Paid and refunded purchases, the latest first.',
    ...asReader,
    query: purchases.PurchaseListQuery,
    response: purchases.PurchaseList,
  }),
  readPurchase: get('/api/v1/reader/purchases/:id', 'purchases.read', {
    summary: 'Read one of your purchases',
    description:
      'With its receipt. If the post is no longer published, `content` has the text as it was published last.',
    ...asReader,
    response: purchases.PurchaseDetails,
  }),
  readPurchaseHtml: get('/api/v1/reader/purchases/:id/html', 'purchases.html', {
    summary: 'Read the text of a purchase as HTML',
    description: 'For a paid purchase of a post that is no longer published; all others are 404.',
    ...asReader,
    response: Preview,
  }),
  checkPurchase: post('/api/v1/reader/purchases/:id/check', 'purchases.check', {
    summary: 'Check whether a purchase is paid',
    description:
      'Asks the payment provider about a pending purchase, in case its notification is late, and answers the purchase.',
    ...asReader,
    response: purchases.PurchaseDetails,
  }),
  payTestPurchase: post('/api/v1/reader/purchases/:id/test-payment', 'purchases.payTest', {
    summary: 'Pay with the test provider',
    description: 'Only on a site with `PAYMENTS=test`, where no money is paid; otherwise 404.',
    ...asReader,
    body: purchases.TestPayment,
    example: { body: { action: 'pay' } },
    response: purchases.PurchaseDetails,
  }),
} as const

export const salesEndpoints = {
  readSales: get('/api/v1/sales', 'sales.read', {
    summary: 'Read your sales',
    description:
      'What was sold and paid back per day and post, for at most 366 days. A refund counts on the day of the refund. With `Accept: text/csv` the rows are answered as a table.',
    tag: 'Posts',
    auth: 'session-or-token',
    scopes: ['posts:read'],
    query: SalesQuery,
    csv: true,
    response: Sales,
  }),
} as const
