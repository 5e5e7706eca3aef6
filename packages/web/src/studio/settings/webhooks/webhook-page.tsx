import { ApiError, type TestResult, type Webhook } from '@galley/client'
import { planAllows } from '@galley/contract/identity/plans'
import { WEBHOOK_FAILURES_UNTIL_DISABLED } from '@galley/contract/limits'
import { type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { client } from '../../client.ts'
import { describeError } from '../../errors/describe-error.ts'
import { formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { useMe } from '../../session/use-me.ts'
import { Page } from '../../shell/page.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Banner } from '../../ui/display/banner.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { FormError } from '../../ui/forms/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { useAction } from '../../ui/use-action.ts'
import { PlanNotice } from '../plan-notice.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { useDeliveryTexts } from './delivery-texts.tsx'
import { EditDialog, RotateDialog } from './webhook-dialogs.tsx'
import { Health, StatusBadge } from './webhook-health.tsx'
import { useWebhookChange, webhookQuery, webhooksQuery } from './webhook-queries.ts'

/** One webhook: its facts, what went wrong, and its deliveries. */
export function WebhookPage() {
  const text = textOf('webhooks')
  const { id = '' } = useParams()
  const allowed = planAllows(useMe().subscription_plan, 'webhooks')
  const query = useQuery({ ...webhookQuery(id), enabled: allowed })
  if (query.data) return <WebhookDetail webhook={query.data} />
  const isDeleted = query.error instanceof ApiError && query.error.status === 404
  const toAll = (
    <Link className="button" to="/studio/settings/webhooks">
      {text.allWebhooks}
    </Link>
  )
  return (
    <Page title={text.title}>
      {!allowed ? (
        <PlanNotice needs="webhooks" title={text.planTitle}>
          {text.planBody}
        </PlanNotice>
      ) : isDeleted ? (
        <EmptyState title={text.gone} action={toAll}>
          <p>{text.goneBody}</p>
        </EmptyState>
      ) : (
        <Loaded query={query}>{() => null}</Loaded>
      )}
    </Page>
  )
}

function WebhookDetail({ webhook }: { webhook: Webhook }) {
  const text = textOf('webhooks')
  const { url, event_types, description, created_at, disabled_at } = webhook
  const ping = useAction({ call: () => client.webhooks.test(webhook.id), changes: webhookQuery(webhook.id) })
  return (
    <Page
      title={new URL(url).host}
      actions={
        <>
          <Button icon="bell" busy={ping.isPending} title={text.testHint} onClick={() => ping.mutate()}>
            {text.test}
          </Button>
          <WebhookMenu webhook={webhook} />
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
    </Page>
  )
}

/** What can be done with the webhook. */
function WebhookMenu({ webhook }: { webhook: Webhook }) {
  const text = textOf('webhooks')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [opened, setOpened] = useState<'edit' | 'rotate'>()
  const close = () => setOpened(undefined)
  const { id } = webhook
  const disable = () =>
    confirm({
      title: text.disableTitle,
      body: text.disableBody,
      confirm: text.disable,
      call: () => client.webhooks.change(id, { status: 'disabled' }),
      changes: webhooksQuery,
      done: text.disabledNow,
    })
  const remove = () =>
    confirm({
      title: text.removeTitle,
      body: text.removeBody,
      confirm: text.remove,
      call: () => client.webhooks.delete(id),
      changes: { ...webhooksQuery, exact: true },
      done: text.removed,
      onSuccess: async () => {
        // Navigates first, so that the page does not request the deleted webhook again.
        const isShown = location.pathname === `/studio/settings/webhooks/${id}`
        if (isShown) await navigate('/studio/settings/webhooks', { replace: true })
        queries.removeQueries({ queryKey: webhookQuery(id).queryKey })
      },
    })
  return (
    <>
      <Menu
        label={text.actions}
        items={[
          { label: text.edit, icon: 'edit', onSelect: () => setOpened('edit') },
          { label: text.rotate, icon: 'key', onSelect: () => setOpened('rotate') },
          ...(webhook.status === 'active' ? [{ label: text.disable, icon: 'close' as const, onSelect: disable }] : []),
          { label: text.remove, icon: 'trash', danger: true, onSelect: remove },
        ]}
      />
      {opened === 'edit' && <EditDialog webhook={webhook} onClose={close} />}
      {opened === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
    </>
  )
}

/** Why the webhook is disabled, and a button to enable it. */
function DisabledNotice({ webhook }: { webhook: Webhook }) {
  const text = textOf('webhooks')
  const enable = useWebhookChange(webhook.id, text.enabled)
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

function PingResult({ ping }: { ping: Pick<UseMutationResult<TestResult>, 'data' | 'error' | 'reset'> }) {
  const text = textOf('webhooks')
  const ui = textOf('ui')
  const texts = useDeliveryTexts()
  const { data, error } = ping
  if (!data && !error) return null
  const ms = formatNumber(data?.response_time_ms ?? 0)
  const message = data ? describe(data) : describeError(error)
  return (
    <Banner
      tone={data?.success ? 'good' : 'bad'}
      title={data?.success ? text.testOk : text.testFailed}
      urgent
      action={<IconButton icon="close" label={ui.dismiss} onClick={() => ping.reset()} />}
    >
      <p>{message}</p>
    </Banner>
  )

  function describe(result: TestResult): string {
    const { success, http_status } = result
    if (success) return text.testOkBody(http_status, ms)
    if (http_status !== 0) return text.testFailedStatus(http_status, ms)
    return texts.reason(result) ?? text.testFailedUnknown
  }
}
