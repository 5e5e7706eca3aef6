import type { Webhook } from '@galley/client'
import { useText } from '../../i18n/language.ts'
import { webhooksText } from '../../i18n/webhooks.ts'
import { Badge } from '../../ui/badge.tsx'

export function StatusBadge({ webhook: { status } }: { webhook: Webhook }) {
  const text = useText(webhooksText)
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{text.statuses[status]}</Badge>
}
