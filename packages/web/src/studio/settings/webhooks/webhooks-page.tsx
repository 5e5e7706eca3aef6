import type { Webhook } from '@galley/client'
import { planAllows } from '@galley/contract/identity/plans'
import { WEBHOOKS_MAX_PER_USER } from '@galley/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { useMe } from '../../session/use-me.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { Table } from '../../ui/display/table.tsx'
import { PlanNotice } from '../plan-notice.tsx'
import { RegisterDialog } from './webhook-dialogs.tsx'
import { Health, StatusBadge } from './webhook-health.tsx'
import { webhooksQuery } from './webhook-queries.ts'

export function WebhooksPage() {
  const text = textOf('webhooks')
  return planAllows(useMe().subscription_plan, 'webhooks') ? (
    <Webhooks />
  ) : (
    <Page title={text.title}>
      <p className="lead">{text.intro}</p>
      <PlanNotice needs="webhooks" title={text.planTitle}>
        {text.planBody}
      </PlanNotice>
    </Page>
  )
}

function Webhooks() {
  const text = textOf('webhooks')
  const navigate = useNavigate()
  const query = useQuery(webhooksQuery)
  const [registering, setRegistering] = useState(false)
  const used = query.data?.webhooks.length ?? 0
  const full = used >= WEBHOOKS_MAX_PER_USER
  const max = formatNumber(WEBHOOKS_MAX_PER_USER)

  function close(registered?: string): void {
    setRegistering(false)
    if (registered) void navigate(`/studio/settings/webhooks/${registered}`)
  }

  return (
    <Page
      title={text.title}
      actions={
        <Button
          variant="primary"
          icon="add"
          disabled={!query.isSuccess || full}
          aria-describedby="webhook-count"
          onClick={() => setRegistering(true)}
        >
          {text.register}
        </Button>
      }
    >
      <p className="lead">{text.intro}</p>
      <Loaded query={query}>
        {({ webhooks }) => (
          <>
            {webhooks.length === 0 ? (
              <EmptyState title={text.emptyTitle}>
                <p>{text.emptyBody}</p>
              </EmptyState>
            ) : (
              <WebhookTable webhooks={webhooks} />
            )}
            <p className="muted" id="webhook-count">
              {full ? text.full(max) : text.count(formatNumber(used), max)}
            </p>
          </>
        )}
      </Loaded>
      {registering && <RegisterDialog onClose={close} />}
    </Page>
  )
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const text = textOf('webhooks')
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
