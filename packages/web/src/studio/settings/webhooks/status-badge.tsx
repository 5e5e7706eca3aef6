import type { Webhook } from '@galley/client'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/display/badge.tsx'

export function StatusBadge({ webhook: { status } }: { webhook: Webhook }) {
  const text = useText('webhooks')
  return <Badge tone={status === 'active' ? 'good' : 'bad'}>{text.statuses[status]}</Badge>
}
