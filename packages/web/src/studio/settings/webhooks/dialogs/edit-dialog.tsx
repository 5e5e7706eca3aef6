import { useText } from '../../../i18n/language.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useChangeWebhook } from '../use-change-webhook.ts'
import type { WebhookDialogProps } from './webhook-dialog-props.ts'
import { WebhookForm } from './webhook-form.tsx'

export function EditDialog({ webhook, onClose }: WebhookDialogProps) {
  const text = useText('webhooks')
  const change = useChangeWebhook(webhook.id, text.saved)
  return (
    <Dialog open title={text.editTitle} onClose={onClose}>
      <WebhookForm
        webhook={webhook}
        submitLabel={useText('settings').save}
        busy={change.isPending}
        error={change.error}
        onSubmit={fields => change.mutate(fields, { onSuccess: onClose })}
        onClose={onClose}
      />
    </Dialog>
  )
}
