import type { TestResult } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import type { Outcome } from './deliveries/use-delivery-texts.ts'
import { webhookQuery } from './webhook-queries.ts'

export interface PingOutcome extends TestResult {
  /** Why no response came. Only the log contains it. */
  readonly reason: Outcome | undefined
}

/** Sends a ping, and reads its result from the log. */
export function usePing(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (): Promise<PingOutcome> => {
      const result = await client.webhooks.test(id)
      if (result.success || result.http_status !== 0) return { ...result, reason: undefined }
      const { deliveries } = await client.webhooks.deliveries(id, { status: 'failed', limit: 5 })
      return { ...result, reason: deliveries.find(({ event }) => event === 'ping') }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQuery(id).queryKey }),
  })
}
