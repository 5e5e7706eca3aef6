import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { webhookQuery } from './webhook-queries.ts'

export function usePing(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => client.webhooks.test(id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhookQuery(id).queryKey }),
  })
}
