import type { DeliveryAttempt, DeliveryDetail, Webhook } from '@galley/client'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../client.ts'
import { formatDateTime, formatMoment, formatNumber } from '../../i18n/format.ts'
import { textOf } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { Loaded } from '../../ui/display/loaded.tsx'
import { FormError } from '../../ui/forms/form.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DeliveryBadge, useDeliveryTexts } from './delivery-texts.tsx'
import { deliveryQuery, webhookQuery } from './webhook-queries.ts'

interface Props {
  readonly webhook: Webhook
  readonly deliveryId: string
  readonly onClose: () => void
}

/** One delivery: its status and reason, all attempts, the request and the last response. */
export function DeliverySheet({ webhook, deliveryId, onClose }: Props) {
  const text = textOf('webhooks')
  const query = useQuery(deliveryQuery(webhook.id, deliveryId))
  return (
    <Sheet title={text.delivery} onClose={onClose}>
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
              <Exchange delivery={delivery} />
            </>
          )}
        </Loaded>
      </div>
    </Sheet>
  )
}

function Outcome({ delivery }: { delivery: DeliveryDetail }) {
  const text = textOf('webhooks')
  const texts = useDeliveryTexts()
  const { event, status, error, attempt_count } = delivery
  const next = texts.next(delivery)
  return (
    <div className="stack-tight" role="status">
      <p>
        <strong>{event}</strong> <DeliveryBadge status={status} />
      </p>
      {error !== null && <p>{texts.explanation(delivery)}</p>}
      {next && <p>{next}</p>}
      {status === 'failed' && event !== 'ping' && <p className="muted">{text.endedAfter(attempt_count)}</p>}
    </div>
  )
}

function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: DeliveryDetail }) {
  const text = textOf('webhooks')
  const redeliver = useAction({
    call: () => client.webhooks.redeliver(webhook.id, delivery.id),
    changes: webhookQuery(webhook.id),
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

/** The attempts, newest first. `count` is the total; only the last ones are stored. */
function AttemptList({ attempts, count }: { attempts: readonly DeliveryAttempt[]; count: number }) {
  const text = textOf('webhooks')
  const texts = useDeliveryTexts()
  if (attempts.length === 0) return null
  const first = Math.max(count - attempts.length, 0) + 1
  const numbered = attempts.map((attempt, index) => ({ ...attempt, number: first + index }))
  return (
    <section>
      <h3>{text.attemptsMade}</h3>
      <ol className="attempts">
        {numbered.reverse().map(({ number, ...attempt }) => (
          <li key={number} className={classNames(attempt.error !== null && 'is-failure')}>
            <strong>{text.attempt(formatNumber(number))}</strong>
            <time dateTime={attempt.attempted_at}>{formatDateTime(attempt.attempted_at)}</time>
            <span>{attempt.http_status === null ? text.noResponseShort : texts.result(attempt)}</span>
            {attempt.error !== null && <p>{texts.explanation(attempt)}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The request and the last response. */
function Exchange({ delivery: { request, response_body, http_status } }: { delivery: DeliveryDetail }) {
  const text = textOf('webhooks')
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <section className="stack">
        <h3>{text.request}</h3>
        <CodeBlock label={text.headers} code={[`POST ${request.url}`, ...headers].join('\n')} />
        <CodeBlock label={text.body} code={indented(request.body)} />
      </section>
      <section className="stack">
        <h3>{text.response}</h3>
        {response_body ? (
          <CodeBlock label={String(http_status)} code={response_body} />
        ) : (
          <p className="muted">{http_status === null ? text.noResponse : text.responseEmpty}</p>
        )}
      </section>
    </>
  )
}

/** Indented for reading: the signed body has no such white space. */
function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
