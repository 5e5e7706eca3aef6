import type { Webhook } from '@galley/client'
import { WEBHOOK_FAILURES_UNTIL_DISABLED } from '@galley/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { useDeliveryTexts } from './delivery-texts.tsx'
import { failuresQuery } from './webhook-queries.ts'

export function StatusBadge({ webhook: { status } }: { webhook: Webhook }) {
  const text = textOf('webhooks')
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{text.statuses[status]}</Badge>
}

/** One mark for each failure until the webhook is disabled, the same in words, the waiting retries, and the reason. */
export function Health({ webhook: { id, consecutive_failures: failures } }: { webhook: Webhook }) {
  const text = textOf('webhooks')
  const texts = useDeliveryTexts()
  const { data: { retrying = 0, last } = {} } = useQuery(failuresQuery(id, failures > 0))
  const isFailing = failures > 0 || retrying > 0
  return (
    <div className="stack-tight">
      <span className="health">
        <span className="health-marks" aria-hidden="true">
          {Array.from({ length: WEBHOOK_FAILURES_UNTIL_DISABLED }, (_, mark) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the marks differ only by their position
            <span key={mark} className={mark < failures ? 'is-failure' : undefined} />
          ))}
        </span>
        {failures > 0 ? text.failures(failures, WEBHOOK_FAILURES_UNTIL_DISABLED) : !isFailing && text.healthy}
        {retrying > 0 && <span className="health-retrying">{text.retrying(formatNumber(retrying))}</span>}
      </span>
      {isFailing && last && <span className="muted">{texts.reason(last)}</span>}
    </div>
  )
}
