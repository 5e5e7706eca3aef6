import type { Webhook } from '@galley/contract/webhooks'

export interface WebhookDialogProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}
