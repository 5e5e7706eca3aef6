import type { Delivery, TestResult } from '@galley/contract/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { webhookQuery } from './webhook-queries.ts'

export interface Pinged extends TestResult {
  /** Why no answer came, which only the log knows. */
  readonly error: Delivery['error']
}

/** Sends a ping, and looks up in the log what became of it. */
export function usePing(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<Pinged> => {
      const result = await client.webhooks.test(id)
      if (result.success || result.http_status !== 0) return { ...result, error: null }
      const { deliveries } = await client.webhooks.deliveries(id, { status: 'failed', limit: 5 })
      return { ...result, error: deliveries.find(({ event }) => event === 'ping')?.error ?? null }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQuery(id).queryKey }),
  })
}
