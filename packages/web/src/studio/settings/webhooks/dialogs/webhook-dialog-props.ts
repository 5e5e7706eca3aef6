import type { Webhook } from '@galley/client'

export interface WebhookDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}
