import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../platform/context.ts'
import { notFound } from '../platform/core/errors.ts'
import { enforce } from '../platform/core/limits/rate-limits.ts'
import type { BindRoute } from '../platform/operation.ts'
import { pageInTime, pageView } from '../platform/rendering/stored-article-pages.ts'
import { askProvider } from './ask-provider.ts'
import { checkPurchase } from './events/check-purchase.ts'
import { payTestPurchase } from './pay-test-purchase.ts'
import { openProvider } from './providers/open-provider.ts'
import { listOwnPurchases, type OwnPurchase, readOwnPurchase } from './purchase-list-store.ts'
import { detailsView, purchaseView, startedView } from './purchase-view.ts'
import { startPurchase } from './start-purchase.ts'

export function purchaseRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings, limits, log } = context
  const provider = openProvider(context)

  bind(endpoints.startPurchase, async ({ principal, params }) => {
    enforce(await limits.purchases.count(principal.userId))
    const start = () => startPurchase(context, provider, principal.userId, params.id)
    return startedView(await askProvider(log, start))
  })

  bind(endpoints.listPurchases, async ({ principal, query }) => {
    const { purchases, total } = await listOwnPurchases(db, principal.userId, query)
    return { purchases: purchases.map(purchase => purchaseView(purchase, settings)), total }
  })

  bind(endpoints.readPurchase, async ({ principal, params }) =>
    detailsView(await requireOwn(principal.userId, params.id), settings),
  )

  bind(endpoints.readPurchaseHtml, async ({ principal, params }) => {
    const { copied_content: content } = await requireOwn(principal.userId, params.id)
    if (content === null) throw notFound('Text')
    const { renderer } = context
    const rendering = renderer.render(content, { owner: principal.userId })
    return pageView(await pageInTime(renderer, content, rendering))
  })

  bind(endpoints.checkPurchase, async ({ principal, params }) => {
    const purchase = await requireOwn(principal.userId, params.id)
    if (provider !== undefined && purchase.status === 'pending') {
      enforce(await limits.purchases.count(principal.userId))
      await askProvider(log, () => checkPurchase(context, provider, purchase))
    }
    return detailsView(await requireOwn(principal.userId, params.id), settings)
  })

  bind(endpoints.payTestPurchase, async ({ principal, params, body }) => {
    const purchase = await requireOwn(principal.userId, params.id)
    if (provider?.name !== 'test' || purchase.provider !== 'test') throw notFound('Purchase')
    await payTestPurchase(context, purchase, body.action)
    return detailsView(await requireOwn(principal.userId, params.id), settings)
  })

  async function requireOwn(userId: string, id: string): Promise<OwnPurchase> {
    const purchase = await readOwnPurchase(db, userId, id)
    if (purchase === undefined) throw notFound('Purchase')
    return purchase
  }
}
