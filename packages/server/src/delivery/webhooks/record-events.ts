import type { EventName } from '@galley/contract/delivery/events'
import { CAPABILITIES, PLANS } from '@galley/contract/identity/plans'
import type { EventPost } from '@galley/contract/schemas/delivery/events'
import { sql } from 'kysely'
import { newId } from '../../platform/core/ids.ts'
import { currentTraceparent } from '../../platform/core/tracing.ts'
import type { Tx } from '../../platform/db/connection/database.ts'
import { eventPosition } from '../../platform/db/event-position.ts'
import type { Notify } from '../../platform/db/transact.ts'

export interface PostEvent {
  readonly name: EventName
  readonly post: EventPost
  /** Only for `post.updated`: the fields whose values differ. */
  readonly changes?: readonly string[]
  /** Only for `post.purchased`. */
  readonly purchase?: { readonly id: string; readonly price_jpy: number }
}

/** With these, an account's events can be read too. */
export const PLANS_WITH_WEBHOOKS = PLANS.slice(PLANS.indexOf(CAPABILITIES.webhooks))

/**
 * Records an event and a delivery for each subscribed webhook in the transaction of the change, so that exactly the
 * committed events are delivered. The body's bytes are fixed here; every delivery sends and signs exactly these.
 */
export async function recordEvents(
  trx: Tx,
  notify: Notify,
  authorId: string,
  at: Date,
  events: readonly PostEvent[],
): Promise<void> {
  const rows = events.map(({ name, post, changes, purchase }) => {
    const id = newId()
    const event_id = `${name}:${id}`
    const data = { post, ...(changes && { changes }), ...(purchase && { purchase }) }
    const body = JSON.stringify({ event: name, event_id, created_at: at.toISOString(), data })
    return { id, post_id: post.id, name, event_id, body }
  })
  // The position is at least that of the post's events so far: this transaction may have started before it had to wait for
  // another change of the post (docs/adr/0016).
  const { rows: recorded } = await sql<{ id: string; isSubscribed: boolean; isStreamed: boolean }>`
    insert into events (id, author_id, post_id, name, event_id, body, created_at, traceparent, position)
    select id, ${authorId}, post_id, name, event_id, body, ${at}, ${currentTraceparent() ?? null}, greatest(${eventPosition(sql`pg_current_xact_id()`)}, (
      select e.position from events e where e.post_id = r.post_id order by e.position desc limit 1))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, post_id uuid, name text, event_id text, body text)
    returning id,
      exists (select from webhooks w where w.user_id = author_id and w.status = 'active' and name = any(w.event_types)) as "isSubscribed",
      exists (select from event_listeners l where l.author_id = events.author_id and l.until > now()) as "isStreamed"`.execute(
    trx,
  )
  const subscribed = recorded.filter(event => event.isSubscribed).map(event => event.id)
  if (subscribed.length > 0) await queueDeliveries(trx, notify, authorId, subscribed)
  if (recorded.some(event => event.isStreamed)) notify({ about: 'events', userId: authorId })
}

/** A statement of its own: most authors have no webhooks, and this one takes longer than recording the events. */
async function queueDeliveries(trx: Tx, notify: Notify, authorId: string, eventIds: readonly string[]): Promise<void> {
  // The share lock makes the deletion of a webhook wait for us; after a deletion the webhook is not found.
  const { rows: hooks } = await sql<{ webhook_id: string }>`
    with hook as (
      select w.id, w.event_types from webhooks w join users u on u.id = w.user_id
      where w.user_id = ${authorId} and w.status = 'active' and u.plan = any(${PLANS_WITH_WEBHOOKS})
      for key share of w
    ), delivery as (
      insert into deliveries (webhook_id, event_row, event, event_id, created_at)
      select h.id, e.id, e.name, e.event_id, e.created_at from events e join hook h on e.name = any(h.event_types)
      where e.id = any(${eventIds}) order by e.id
      returning id, webhook_id, created_at
    ), queued as (
      insert into undelivered (delivery_id, webhook_id, due_at, created_at)
      select id, webhook_id, created_at, created_at from delivery
    )
    select distinct webhook_id from delivery`.execute(trx)
  if (hooks.length > 0) notify({ about: 'deliveries', webhookIds: hooks.map(hook => hook.webhook_id) })
}
