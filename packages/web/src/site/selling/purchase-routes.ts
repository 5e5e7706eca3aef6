import { get, post, type Route } from '../router.ts'
import { buyPage, startBuying } from './buy-page.ts'
import { checkoutPage, payOnCheckout, returnPage } from './checkout-page.ts'
import { copyPage } from './copy-page.ts'
import { legalPage } from './legal-page.ts'
import { receiptPage } from './receipt-page.ts'

export const purchaseRoutes: readonly Route[] = [
  get('/legal/notice', legalPage('notice')),
  get('/legal/terms', legalPage('terms')),
  get('/@:username/:slug/buy', buyPage),
  post('/@:username/:slug/buy', startBuying),
  get('/checkout/:id', checkoutPage),
  post('/checkout/:id', payOnCheckout),
  get('/purchases/:id', receiptPage),
  get('/purchases/:id/text', copyPage),
  get('/purchases/:id/return', returnPage),
]
