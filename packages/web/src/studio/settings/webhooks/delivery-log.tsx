import type { Delivery, Webhook } from '@galley/client'
import type { DeliveryStatus } from '@galley/contract/delivery/webhooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { client } from '../../client.ts'
import { fieldErrors } from '../../errors/describe-error.ts'
import { formatDateTime, formatNumber, zoneName } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { PagedList } from '../../ui/display/paged-list.tsx'
import { usePaging } from '../../ui/display/pager.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Table } from '../../ui/display/table.tsx'
import { DateTimeInput, Field } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/forms/form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DeliverySheet } from './delivery-sheet.tsx'
import { DeliveryBadge, useDeliveryTexts } from './delivery-texts.tsx'
import { DELIVERIES_PER_PAGE, deliveriesQuery, webhookQuery } from './webhook-queries.ts'

const DAY_MS = 86_400_000

/** Status, page and the opened delivery are in the address, so that it can be shared. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const text = textOf('webhooks')
  const [params, setParams] = useSearchParams()
  const [redelivering, setRedelivering] = useState(false)
  const statusParam = params.get('status')
  const status =
    statusParam !== null && statusParam in text.deliveryStatuses ? (statusParam as DeliveryStatus) : undefined
  const paging = usePaging(DELIVERIES_PER_PAGE, { preventScrollReset: true })
  const query = useQuery({
    ...deliveriesQuery(webhook.id, { status, offset: paging.offset }),
    placeholderData: keepPreviousData,
  })
  const opened = params.get('delivery')

  function show(deliveryId: string | undefined): void {
    const next = new URLSearchParams(params)
    if (deliveryId === undefined) next.delete('delivery')
    else next.set('delivery', deliveryId)
    setParams(next, { preventScrollReset: true })
  }

  const empty =
    status === undefined ? (
      <EmptyState title={text.noneYetTitle}>
        <p>{text.noneYetBody}</p>
      </EmptyState>
    ) : (
      <p className="muted">{text.noneOfStatus}</p>
    )

  return (
    <section className="section" aria-labelledby="deliveries">
      <div className="section-head">
        <h2 id="deliveries">{text.deliveries}</h2>
        {webhook.status === 'active' && (
          <Button variant="quiet" icon="repeat" onClick={() => setRedelivering(true)}>
            {text.redeliverFailed}
          </Button>
        )}
      </div>
      <DeliveryFilters selected={status} />
      <PagedList query={query} paging={paging} empty={empty}>
        {({ deliveries }) => <DeliveryTable deliveries={deliveries} onOpen={show} />}
      </PagedList>
      {opened !== null && <DeliverySheet webhook={webhook} deliveryId={opened} onClose={() => show(undefined)} />}
      {redelivering && <RedeliverDialog webhook={webhook} onClose={() => setRedelivering(false)} />}
    </section>
  )
}

function DeliveryFilters({ selected }: { selected: DeliveryStatus | undefined }) {
  const text = textOf('webhooks')
  const filters: readonly [DeliveryStatus | undefined, string][] = [
    [undefined, text.all],
    ...(Object.entries(text.deliveryStatuses) as [DeliveryStatus, string][]),
  ]
  return (
    <nav className="tabs" aria-label={text.filters}>
      {filters.map(([status, label]) => (
        <Link
          key={label}
          className="tab"
          to={status === undefined ? '?' : `?status=${status}`}
          aria-current={status === selected ? 'page' : undefined}
          preventScrollReset
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

interface TableProps {
  readonly deliveries: readonly Delivery[]
  readonly onOpen: (id: string) => void
}

function DeliveryTable({ deliveries, onOpen }: TableProps) {
  const text = textOf('webhooks')
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
              {texts.result(delivery)}
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

function RedeliverDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const text = textOf('webhooks')
  const [since, setSince] = useState<Date | undefined>(() => new Date(Date.now() - DAY_MS))
  const redeliver = useAction({
    call: (from: Date) => client.webhooks.redeliverFailed(webhook.id, { since: from.toISOString() }),
    changes: webhookQuery(webhook.id),
    done: ({ redelivered }) => (redelivered === 0 ? text.redeliveredNone : text.redelivered(redelivered)),
  })
  return (
    <FormDialog
      title={text.redeliverTitle}
      submit={text.redeliverConfirm}
      action={redeliver}
      issue={since === undefined && text.sinceInvalid}
      fields={['since']}
      onSubmit={() => since && redeliver.mutate(since, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{text.redeliverBody}</p>
      <Field
        label={text.since}
        hint={text.sinceHint(zoneName(since ?? Date.now()))}
        error={since === undefined ? text.sinceInvalid : fieldErrors(redeliver.error).get('since')}
      >
        <DateTimeInput value={since} onChange={setSince} />
      </Field>
    </FormDialog>
  )
}
