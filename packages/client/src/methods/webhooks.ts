import type { CallOptions, KeyedOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../caller.ts'
import type {
  ChangeWebhook,
  Deleted,
  Delivery,
  DeliveryDetail,
  DeliveryList,
  ListDeliveriesQuery,
  Redelivered,
  RedeliverFailed,
  RegisteredWebhook,
  RegisterWebhook,
  RotatedSecret,
  TestResult,
  Webhook,
  WebhookList,
} from '../models.ts'
import { type Pages, pagesOf } from '../pages.ts'

export interface WebhookMethods {
  /** The secret is in this answer and nowhere else. */
  register(body: RegisterWebhook, options?: KeyedOptions): Promise<RegisteredWebhook>
  list(options?: CallOptions): Promise<WebhookList>
  read(id: string, options?: CallOptions): Promise<Webhook>
  change(id: string, body: ChangeWebhook, options?: CallOptions): Promise<Webhook>
  delete(id: string, options?: CallOptions): Promise<Deleted>
  /** One page of the log, newest first. */
  deliveries(id: string, query?: QueryOf<ListDeliveriesQuery>, options?: CallOptions): Promise<DeliveryList>
  /** The whole log, page by page. */
  deliveryPages(id: string, query?: QueryOf<ListDeliveriesQuery>, options?: CallOptions): Pages<DeliveryList, Delivery>
  readDelivery(id: string, deliveryId: string, options?: CallOptions): Promise<DeliveryDetail>
  /** Sends a ping. That nobody answered it is a result too: `success` is false then. */
  test(id: string, options?: CallOptions): Promise<TestResult>
  redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<Delivery>
  redeliverFailed(id: string, body: RedeliverFailed, options?: CallOptions): Promise<Redelivered>
  /** The new secret is in this answer and nowhere else. For a day both sign. */
  rotateSecret(id: string, options?: CallOptions): Promise<RotatedSecret>
}

export function webhookMethods({ call }: Caller): WebhookMethods {
  const deliveries: WebhookMethods['deliveries'] = (id, query = {}, options) =>
    call('listDeliveries', { params: { id }, query }, options)
  return {
    register: (body, options) => call('registerWebhook', { body }, options),
    list: options => call('listWebhooks', {}, options),
    read: (id, options) => call('readWebhook', { params: { id } }, options),
    change: (id, body, options) => call('changeWebhook', { params: { id }, body }, options),
    delete: (id, options) => call('deleteWebhook', { params: { id } }, options),
    deliveries,
    deliveryPages: (id, query = {}, options) =>
      pagesOf({ query, list: query => deliveries(id, query, options), itemsOf: page => page.deliveries }),
    readDelivery: (id, delivery_id, options) => call('readDelivery', { params: { id, delivery_id } }, options),
    test: (id, options) => call('testWebhook', { params: { id } }, options),
    redeliver: (id, delivery_id, options) => call('redeliver', { params: { id, delivery_id } }, options),
    redeliverFailed: (id, body, options) => call('redeliverFailed', { params: { id }, body }, options),
    rotateSecret: (id, options) => call('rotateSecret', { params: { id } }, options),
  }
}
