import { useMutation } from '@tanstack/react-query'
import { client } from '../../../client.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/language.ts'
import { closeUnlessPending } from '../../../ui/overlays/close-unless-pending.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { SecretView } from './secret-view.tsx'
import type { WebhookDialogProps } from './webhook-dialog-props.ts'

/** Explains the rotation, then shows the secret once. */
export function RotateDialog({ webhook, onClose }: WebhookDialogProps) {
  const text = useText('webhooks')
  const rotate = useMutation({ mutationFn: () => client.webhooks.rotateSecret(webhook.id) })
  const rotated = rotate.data
  if (rotated) {
    return (
      <Dialog open wide title={text.rotatedTitle} onClose={onClose}>
        <SecretView secret={rotated.secret} onClose={onClose}>
          <p>{text.rotatedUntil(formatMoment(rotated.previous_secret_expires_at))}</p>
        </SecretView>
      </Dialog>
    )
  }
  const close = closeUnlessPending(rotate, onClose)
  return (
    <ConfirmDialog
      title={text.rotateTitle}
      confirm={text.rotateConfirm}
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
      onClose={close}
    >
      <p>{text.rotateBody}</p>
    </ConfirmDialog>
  )
}
