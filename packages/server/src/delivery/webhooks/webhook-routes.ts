import { endpoints } from '@galley/contract/endpoints'
import type { AppContext } from '../../platform/context.ts'
import { idempotencyKeyOf } from '../../platform/db/idempotency.ts'
import { transact } from '../../platform/db/transact.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { changeWebhook } from './change-webhook.ts'
import { dropUndelivered, listDeliveries } from './deliveries/delivery-store.ts'
import { deliveryView } from './deliveries/delivery-view.ts'
import { readDelivery } from './deliveries/read-delivery.ts'
import { redeliver, redeliverFailed } from './deliveries/redeliver.ts'
import { registerWebhook } from './register-webhook.ts'
import { rotateSecret } from './rotate-secret.ts'
import { testWebhook } from './test-webhook.ts'
import { addressIssues } from './webhook-address.ts'
import { deleteWebhook, listWebhooks, lockWebhook, requireWebhook } from './webhook-store.ts'
import { webhookView } from './webhook-view.ts'

export function webhookRoutes(bind: BindRoute, context: AppContext): void {
  const { db } = context

  bind(
    endpoints.registerWebhook,
    call => registerWebhook(context, call.principal.userId, call.body, idempotencyKeyOf(call)),
    ({ body }) => addressIssues(context.outbound, body.url),
  )

  bind(endpoints.listWebhooks, async ({ principal }) => {
    const webhooks = await listWebhooks(db, principal.userId)
    return { webhooks: webhooks.map(webhookView) }
  })

  bind(endpoints.readWebhook, async ({ principal, params }) =>
    webhookView(await requireWebhook(db, principal.userId, params.id)),
  )

  bind(
    endpoints.changeWebhook,
    async ({ principal, params, body }) => webhookView(await changeWebhook(context, principal.userId, params.id, body)),
    ({ body }) => (body.url === undefined ? [] : addressIssues(context.outbound, body.url)),
  )

  bind(endpoints.deleteWebhook, async ({ principal, params }) => {
    await transact(context, async trx => {
      const { id } = await lockWebhook(trx, principal.userId, params.id)
      await dropUndelivered(trx, id)
      await deleteWebhook(trx, id)
    })
    return { deleted: true as const }
  })

  bind(endpoints.listDeliveries, async ({ principal, params, query }) => {
    const { id } = await requireWebhook(db, principal.userId, params.id)
    const { deliveries, total } = await listDeliveries(db, id, query)
    return { deliveries: deliveries.map(deliveryView), total }
  })

  bind(endpoints.readDelivery, async ({ principal, params }) =>
    readDelivery(context, await requireWebhook(db, principal.userId, params.id), params.delivery_id),
  )

  bind(endpoints.testWebhook, async ({ principal, params }) =>
    testWebhook(context, await requireWebhook(db, principal.userId, params.id)),
  )

  bind(endpoints.redeliver, async ({ principal, params }) =>
    deliveryView(await redeliver(context, principal.userId, params.id, params.delivery_id)),
  )

  bind(endpoints.redeliverFailed, async ({ principal, params, body }) => ({
    redelivered: await redeliverFailed(context, principal.userId, params.id, new Date(body.since)),
  }))

  bind(endpoints.rotateSecret, ({ principal, params }) => rotateSecret(context, principal.userId, params.id))
}
