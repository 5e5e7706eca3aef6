import type { DeliveryDetail, Webhook } from '@galley/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../client.ts'
import { formatMoment } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Loaded } from '../../../ui/display/loaded.tsx'
import { FormError } from '../../../ui/forms/form-error.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { deliveryQuery, webhookQuery } from '../webhook-queries.ts'
import { AttemptList } from './attempt-list.tsx'
import { DeliveryBadge } from './delivery-badge.tsx'
import { DeliveryExchange } from './delivery-exchange.tsx'
import { useDeliveryTexts } from './use-delivery-texts.ts'

interface Props {
  readonly webhook: Webhook
  readonly deliveryId: string
  readonly onClose: () => void
}

/** One delivery: its status and reason, all attempts, the request and the last response. */
export function DeliverySheet({ webhook, deliveryId, onClose }: Props) {
  const text = useText('webhooks')
  const query = useQuery(deliveryQuery(webhook.id, deliveryId))
  return (
    <Sheet open title={text.delivery} onClose={onClose}>
      <div className="modal-body stack">
        <Loaded query={query}>
          {delivery => (
            <>
              <Outcome delivery={delivery} />
              {delivery.event !== 'ping' && <Redeliver webhook={webhook} delivery={delivery} />}
              <DescriptionList
                entries={[
                  [text.created, formatMoment(delivery.created_at)],
                  [text.eventId, <code key="event">{delivery.event_id}</code>],
                  [text.deliveryId, <code key="delivery">{delivery.id}</code>],
                ]}
              />
              <AttemptList attempts={delivery.attempts} count={delivery.attempt_count} />
              <DeliveryExchange delivery={delivery} />
            </>
          )}
        </Loaded>
      </div>
    </Sheet>
  )
}

function Outcome({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText('webhooks')
  const texts = useDeliveryTexts()
  const { event, status, error, attempt_count } = delivery
  const next = texts.next(delivery)
  return (
    <div className="stack-tight" role="status">
      <p>
        <strong>{event}</strong> <DeliveryBadge status={status} />
      </p>
      {error !== null && <p>{texts.fault(delivery)}</p>}
      {next && <p>{next}</p>}
      {status === 'failed' && event !== 'ping' && <p className="muted">{text.endedAfter(attempt_count)}</p>}
    </div>
  )
}

function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryDetail }) {
  const text = useText('webhooks')
  const queryClient = useQueryClient()
  const redeliver = useMutation({
    mutationFn: () => client.webhooks.redeliver(webhook.id, delivery.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhookQuery(webhook.id).queryKey }),
  })
  if (webhook.status === 'disabled') return <p className="muted">{text.redeliverDisabled}</p>
  return (
    <div className="row">
      <Button icon="repeat" busy={redeliver.isPending} onClick={() => redeliver.mutate()}>
        {text.redeliver}
      </Button>
      <FormError error={redeliver.error} />
    </div>
  )
}
