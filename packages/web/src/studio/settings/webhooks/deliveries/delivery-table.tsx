import type { Delivery } from '@galley/client'
import { formatDateTime, formatNumber } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/language.ts'
import { RelativeTime } from '../../../ui/display/relative-time.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { DeliveryBadge } from './delivery-badge.tsx'
import { useDeliveryTexts } from './use-delivery-texts.ts'

interface Props {
  readonly deliveries: readonly Delivery[]
  readonly onOpen: (id: string) => void
}

export function DeliveryTable({ deliveries, onOpen }: Props) {
  const text = useText('webhooks')
  const texts = useDeliveryTexts()
  return (
    <Table
      caption={text.deliveries}
      rows={deliveries}
      rowKey={delivery => delivery.id}
      columns={[
        {
          label: text.event,
          heading: true,
          cell: ({ id, event, created_at }) => (
            <button
              type="button"
              className="link-button"
              aria-label={text.openDelivery(event, formatDateTime(created_at))}
              onClick={() => onOpen(id)}
            >
              {event}
            </button>
          ),
        },
        { label: text.status, cell: ({ status }) => <DeliveryBadge status={status} /> },
        {
          label: text.outcome,
          cell: delivery => (
            <>
              {texts.answer(delivery)}
              {texts.next(delivery) && <span className="muted">{texts.next(delivery)}</span>}
            </>
          ),
        },
        { label: text.attempts, cell: ({ attempt_count }) => formatNumber(attempt_count) },
        { label: text.when, cell: ({ created_at }) => <RelativeTime at={created_at} /> },
      ]}
    />
  )
}
