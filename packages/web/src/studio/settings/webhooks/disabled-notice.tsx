import type { Webhook } from '@galley/client'
import { WEBHOOK_FAILURES_UNTIL_DISABLED } from '@galley/contract/limits'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useChangeWebhook } from './use-change-webhook.ts'

/** Why the webhook is disabled, and a button to enable it. */
export function DisabledNotice({ webhook }: { webhook: Webhook }) {
  const text = useText('webhooks')
  const enable = useChangeWebhook(webhook.id, text.enabled)
  if (webhook.status === 'active') return null
  const reasons: Record<string, string> = {
    disabled_by_owner: text.disabledByOwner,
    secret_reset: text.disabledBySecretReset,
  }
  return (
    <Banner
      tone="bad"
      title={text.disabledTitle}
      action={
        <Button busy={enable.isPending} onClick={() => enable.mutate({ status: 'active' })}>
          {text.enable}
        </Button>
      }
    >
      <p>{reasons[webhook.disabled_reason ?? ''] ?? text.disabledByFailures(WEBHOOK_FAILURES_UNTIL_DISABLED)}</p>
      <FormError error={enable.error} />
    </Banner>
  )
}
