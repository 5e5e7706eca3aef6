import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { client } from '../../../client.ts'
import { useText } from '../../../i18n/language.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { webhookQuery, webhooksQuery } from '../webhook-queries.ts'
import type { WebhookDialogProps } from './webhook-dialog-props.ts'

export function DeleteDialog({ webhook, onClose }: WebhookDialogProps) {
  const text = useText('webhooks')
  const toast = useToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.webhooks.delete(webhook.id),
    onSuccess: async () => {
      // Navigates first, so that the page does not request the deleted webhook again.
      const isShown = location.pathname === `/studio/settings/webhooks/${webhook.id}`
      if (isShown) await navigate('/studio/settings/webhooks', { replace: true })
      toast(text.removed, { tone: 'good' })
      queryClient.removeQueries({ queryKey: webhookQuery(webhook.id).queryKey })
      await queryClient.invalidateQueries({ ...webhooksQuery, exact: true })
    },
  })
  return (
    <ConfirmDialog
      title={text.removeTitle}
      confirm={text.remove}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{text.removeBody}</p>
    </ConfirmDialog>
  )
}
