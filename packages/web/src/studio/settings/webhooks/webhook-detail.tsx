import type { Webhook } from '@galley/client'
import { WEBHOOK_FAILURES_UNTIL_DISABLED } from '@galley/contract/limits'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/language.ts'
import { Page } from '../../shell/page.tsx'
import { Button } from '../../ui/button.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { DeliveryLog } from './deliveries/delivery-log.tsx'
import { type WebhookAction, WebhookDialogs } from './dialogs/webhook-dialogs.tsx'
import { DisabledNotice } from './disabled-notice.tsx'
import { Health } from './health.tsx'
import { PingResult } from './ping-result.tsx'
import { StatusBadge } from './status-badge.tsx'
import { usePing } from './use-ping.ts'

export function WebhookDetail({ webhook }: { webhook: Webhook }) {
  const text = useText('webhooks')
  const [action, setAction] = useState<WebhookAction>()
  const ping = usePing(webhook.id)
  const { url, event_types, description, created_at, disabled_at, status } = webhook
  return (
    <Page
      title={new URL(url).host}
      actions={
        <>
          <Button icon="bell" busy={ping.isPending} title={text.testHint} onClick={() => ping.mutate()}>
            {text.test}
          </Button>
          <Menu
            label={text.actions}
            items={[
              { label: text.edit, icon: 'edit', onSelect: () => setAction('edit') },
              { label: text.rotate, icon: 'key', onSelect: () => setAction('rotate') },
              ...(status === 'active'
                ? [{ label: text.disable, icon: 'close' as const, onSelect: () => setAction('disable') }]
                : []),
              { label: text.remove, icon: 'trash', danger: true, onSelect: () => setAction('delete') },
            ]}
          />
        </>
      }
    >
      <p className="back">
        <Link to="/studio/settings/webhooks">
          <Icon name="left" />
          {text.allWebhooks}
        </Link>
      </p>
      <DisabledNotice webhook={webhook} />
      <PingResult ping={ping} />
      <DescriptionList
        entries={[
          [
            text.url,
            <span className="address" key="url">
              {url}
            </span>,
          ],
          [text.eventsLegend, event_types.map(event => text.eventNames[event]).join(' · ')],
          [text.description, description],
          [text.status, <StatusBadge key="status" webhook={webhook} />],
          [
            text.health,
            <Fragment key="health">
              <Health webhook={webhook} />
              <p className="muted health-hint">{text.failuresHint(WEBHOOK_FAILURES_UNTIL_DISABLED)}</p>
            </Fragment>,
          ],
          [text.disabledAt, disabled_at && <RelativeTime key="disabled" at={disabled_at} />],
          [text.registeredAt, <RelativeTime key="at" at={created_at} />],
        ]}
      />
      <DeliveryLog webhook={webhook} />
      <WebhookDialogs action={action} webhook={webhook} onClose={() => setAction(undefined)} />
    </Page>
  )
}
