import { WEBHOOK_FAILURES_UNTIL_DISABLED } from '@galley/contract/limits'
import type { Webhook } from '@galley/contract/webhooks'
import { useText } from '../../i18n/language.ts'
import { webhooksText } from '../../i18n/webhooks.ts'

/** One mark for each failure that it takes until the webhook is disabled, and the same in words. */
export function Health({ webhook: { consecutive_failures: failures } }: { webhook: Webhook }) {
  const text = useText(webhooksText)
  return (
    <span className="health">
      <span className="health-marks" aria-hidden="true">
        {Array.from({ length: WEBHOOK_FAILURES_UNTIL_DISABLED }, (_, mark) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the marks are told apart by their place alone
          <span key={mark} className={mark < failures ? 'is-failure' : undefined} />
        ))}
      </span>
      {failures === 0 ? text.healthy : text.failures(failures, WEBHOOK_FAILURES_UNTIL_DISABLED)}
    </span>
  )
}
