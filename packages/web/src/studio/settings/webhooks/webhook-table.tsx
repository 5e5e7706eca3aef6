import type { Webhook } from '@galley/client'
import { Link } from 'react-router'
import { useText } from '../../i18n/language.ts'
import { Table } from '../../ui/display/table.tsx'
import { Health } from './health.tsx'
import { StatusBadge } from './status-badge.tsx'

export function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const text = useText('webhooks')
  return (
    <Table
      caption={text.title}
      rows={webhooks}
      rowKey={webhook => webhook.id}
      columns={[
        {
          label: text.receiver,
          heading: true,
          cell: ({ id, url, description }) => (
            <>
              <Link className="address" to={`/studio/settings/webhooks/${id}`}>
                {url}
              </Link>
              {description && <span className="muted">{description}</span>}
            </>
          ),
        },
        {
          label: text.eventsLegend,
          cell: ({ event_types }) => event_types.map(event => text.eventNames[event]).join(' · '),
        },
        { label: text.status, cell: webhook => <StatusBadge webhook={webhook} /> },
        { label: text.health, cell: webhook => <Health webhook={webhook} /> },
      ]}
    />
  )
}
