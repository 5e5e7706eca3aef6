import type { DeliveryStatus } from '@galley/contract/webhooks'
import { useText } from '../../../i18n/language.ts'
import { Badge, type Tone } from '../../../ui/display/badge.tsx'

const TONES: Record<DeliveryStatus, Tone> = { pending: 'neutral', retrying: 'warn', failed: 'bad', success: 'good' }

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const text = useText('webhooks')
  return <Badge tone={TONES[status]}>{text.deliveryStatuses[status]}</Badge>
}
