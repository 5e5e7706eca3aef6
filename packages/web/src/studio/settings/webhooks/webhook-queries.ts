import type { ChangeWebhook, Delivery } from '@galley/client'
import type { DeliveryStatus } from '@galley/contract/delivery/webhooks'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { useAction } from '../../ui/use-action.ts'

const SOON_MS = 15_000
const FAST_POLL_MS = 1_000
const SLOW_POLL_MS = 10_000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => client.webhooks.list({ signal }),
})

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: ({ signal }) => client.webhooks.read(id, { signal }),
    refetchInterval: SLOW_POLL_MS,
  })

/** Changes a webhook; its page shows the response at once. */
export function useWebhookChange(id: string, done: string) {
  const queries = useQueryClient()
  return useAction({
    call: (change: ChangeWebhook) => client.webhooks.change(id, change),
    changes: webhooksQuery,
    done,
    onSuccess: webhook => queries.setQueryData(webhookQuery(id).queryKey, webhook),
  })
}

/** The number of deliveries that wait for a retry, and the newest failed one, which a webhook without failures lacks. */
export const failuresQuery = (id: string, hasFailures: boolean) =>
  queryOptions({
    queryKey: ['webhooks', id, 'trouble', hasFailures],
    queryFn: async ({ signal }) => {
      const newestWith = (status: DeliveryStatus) => client.webhooks.deliveries(id, { status, limit: 1 }, { signal })
      const { total, deliveries } = await newestWith('retrying')
      const failed = total === 0 && hasFailures ? (await newestWith('failed')).deliveries : []
      return { retrying: total, last: deliveries[0] ?? failed[0] }
    },
    refetchInterval: SLOW_POLL_MS,
  })

export interface DeliveryFilter {
  readonly status: DeliveryStatus | undefined
  readonly offset: number
}

export const DELIVERIES_PER_PAGE = 20

export const deliveriesQuery = (id: string, { status, offset }: DeliveryFilter) =>
  queryOptions({
    queryKey: ['webhooks', id, 'deliveries', status ?? 'all', offset],
    queryFn: ({ signal }) => client.webhooks.deliveries(id, { status, offset, limit: DELIVERIES_PER_PAGE }, { signal }),
    refetchInterval: query => refreshInMs(query.state.data?.deliveries ?? []),
  })

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', id, 'delivery', deliveryId],
    queryFn: ({ signal }) => client.webhooks.readDelivery(id, deliveryId, { signal }),
    refetchInterval: query => refreshInMs(query.state.data ? [query.state.data] : []),
  })

/** Polls often while an attempt is due soon, otherwise rarely. */
function refreshInMs(deliveries: readonly Delivery[]): number {
  const waiting = deliveries.filter(({ status }) => status === 'pending' || status === 'retrying')
  if (waiting.length === 0) return SLOW_POLL_MS
  const soon = waiting.some(({ next_attempt_at: at }) => at === null || Date.parse(at) - Date.now() < SOON_MS)
  return soon ? FAST_POLL_MS : SLOW_POLL_MS
}
