import type { Webhook } from '@galley/client'
import type { DeliveryStatus } from '@galley/contract/webhooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Loaded } from '../../../ui/display/loaded.tsx'
import { Pager } from '../../../ui/display/pager.tsx'
import { DELIVERIES_PER_PAGE, deliveriesQuery } from '../webhook-queries.ts'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliverySheet } from './delivery-sheet.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { RedeliverDialog } from './redeliver-dialog.tsx'

/** Status, page and the opened delivery are in the address, so that it can be shared. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const text = useText('webhooks')
  const [params, setParams] = useSearchParams()
  const [redelivering, setRedelivering] = useState(false)
  const statusParam = params.get('status')
  const status =
    statusParam !== null && statusParam in text.deliveryStatuses ? (statusParam as DeliveryStatus) : undefined
  const offset = Math.max(0, Number.parseInt(params.get('offset') ?? '0', 10) || 0)
  const query = useQuery({ ...deliveriesQuery(webhook.id, { status, offset }), placeholderData: keepPreviousData })
  const opened = params.get('delivery')

  function set(name: string, value: string | undefined, options?: { replace: boolean }): void {
    setParams(
      before => {
        const after = new URLSearchParams(before)
        if (value === undefined) after.delete(name)
        else after.set(name, value)
        return after
      },
      { preventScrollReset: true, ...options },
    )
  }

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
      <Loaded query={query}>
        {({ deliveries, total }) => (
          <>
            {deliveries.length > 0 ? (
              <DeliveryTable deliveries={deliveries} onOpen={id => set('delivery', id)} />
            ) : status === undefined ? (
              <EmptyState title={text.noneYetTitle}>
                <p>{text.noneYetBody}</p>
              </EmptyState>
            ) : (
              <p className="muted">{text.noneOfStatus}</p>
            )}
            <Pager
              offset={offset}
              limit={DELIVERIES_PER_PAGE}
              total={total}
              onMove={(to, options) => set('offset', to === 0 ? undefined : String(to), options)}
            />
          </>
        )}
      </Loaded>
      {opened !== null && (
        <DeliverySheet webhook={webhook} deliveryId={opened} onClose={() => set('delivery', undefined)} />
      )}
      {redelivering && <RedeliverDialog webhook={webhook} onClose={() => setRedelivering(false)} />}
    </section>
  )
}
