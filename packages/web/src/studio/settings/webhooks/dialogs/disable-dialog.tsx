import { useText } from '../../../i18n/language.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { useChangeWebhook } from '../use-change-webhook.ts'
import type { WebhookDialogProps } from './webhook-dialog-props.ts'

export function DisableDialog({ webhook, onClose }: WebhookDialogProps) {
  const text = useText('webhooks')
  const change = useChangeWebhook(webhook.id, text.disabledNow)
  return (
    <ConfirmDialog
      title={text.disableTitle}
      confirm={text.disable}
      danger
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate({ status: 'disabled' }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{text.disableBody}</p>
    </ConfirmDialog>
  )
}
