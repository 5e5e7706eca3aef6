import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, KeyedOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../calls/caller.ts'
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
} from '../generated/models.ts'
import { type Pages, pagesOf } from '../pages.ts'

export interface WebhookMethods {
  /** The secret is only in this response. */
  register(body: RegisterWebhook, options?: KeyedOptions): ApiPromise<RegisteredWebhook>
  list(options?: CallOptions): ApiPromise<WebhookList>
  read(id: string, options?: CallOptions): ApiPromise<Webhook>
  change(id: string, body: ChangeWebhook, options?: CallOptions): ApiPromise<Webhook>
  delete(id: string, options?: CallOptions): ApiPromise<Deleted>
  /** One page of the log, newest first. */
  deliveries(id: string, query?: QueryOf<ListDeliveriesQuery>, options?: CallOptions): ApiPromise<DeliveryList>
  /** The whole log, page by page. */
  deliveryPages(id: string, query?: QueryOf<ListDeliveriesQuery>, options?: CallOptions): Pages<DeliveryList, Delivery>
  readDelivery(id: string, deliveryId: string, options?: CallOptions): ApiPromise<DeliveryDetail>
  /** Sends a ping. If there is no response, `success` is false. */
  test(id: string, options?: CallOptions): ApiPromise<TestResult>
  redeliver(id: string, deliveryId: string, options?: CallOptions): ApiPromise<Delivery>
  redeliverFailed(id: string, body: RedeliverFailed, options?: CallOptions): ApiPromise<Redelivered>
  /** The new secret is only in this response. For a day both secrets sign. */
  rotateSecret(id: string, options?: CallOptions): ApiPromise<RotatedSecret>
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
