import type { ChangeWebhook } from '@galley/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { webhookQuery, webhooksQuery } from './webhook-queries.ts'

/** Changes a webhook, updates the cached data, and shows a message. */
export function useChangeWebhook(id: string, done: string) {
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ChangeWebhook) => client.webhooks.change(id, change),
    onSuccess: async webhook => {
      queryClient.setQueryData(webhookQuery(id).queryKey, webhook)
      toast(done, { tone: 'good' })
      await queryClient.invalidateQueries(webhooksQuery)
    },
  })
}
