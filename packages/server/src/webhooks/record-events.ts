import type { EventName } from '@galley/contract/events'
import { CAPABILITIES, PLANS } from '@galley/contract/plans'
import type { EventPost } from '@galley/contract/schemas/events'
import { sql } from 'kysely'
import { newId } from '../core/ids.ts'
import type { Tx } from '../db/database.ts'
import type { Notify } from '../db/transact.ts'

export interface PostEvent {
  readonly name: EventName
  readonly post: EventPost
  /** Only for `post.updated`: the fields whose values differ. */
  readonly changes?: readonly string[]
}

const PLANS_WITH_WEBHOOKS = PLANS.slice(PLANS.indexOf(CAPABILITIES.webhooks))

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
  const rows = events.map(({ name, post, changes }) => {
    const id = newId()
    const event_id = `${name}:${id}`
    const data = changes === undefined ? { post } : { post, changes }
    const body = JSON.stringify({ event: name, event_id, created_at: at.toISOString(), data })
    return { id, post_id: post.id, name, event_id, body }
  })
  // The share lock makes the deletion of a webhook wait for us; after a deletion the webhook is not found.
  // The position is at least that of the post's events so far: this transaction may have begun before it had to wait for
  // another change of the post (docs/adr/0015).
  const { rows: recorded } = await sql<{ webhookIds: string[]; isStreamed: boolean }>`
    with event as (
      insert into events (id, author_id, post_id, name, event_id, body, created_at, position)
      select id, ${authorId}, post_id, name, event_id, body, ${at}, greatest(pg_current_xact_id(), (
        select e.position from events e where e.post_id = r.post_id order by e.position desc limit 1))
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, post_id uuid, name text, event_id text, body text)
      returning id, name, event_id, created_at
    ), hook as (
      select w.id, w.event_types from webhooks w join users u on u.id = w.user_id
      where w.user_id = ${authorId} and w.status = 'active' and u.plan = any(${PLANS_WITH_WEBHOOKS}) and u.suspended_at is null
      for key share of w
    ), delivery as (
      insert into deliveries (webhook_id, event_row, event, event_id, created_at)
      select h.id, e.id, e.name, e.event_id, e.created_at from event e join hook h on e.name = any(h.event_types)
      order by e.id
      returning id, webhook_id, created_at
    ), queued as (
      insert into undelivered (delivery_id, webhook_id, due_at, created_at)
      select id, webhook_id, created_at, created_at from delivery
    )
    select array(select distinct webhook_id from delivery) as "webhookIds",
      exists (select from event_listeners where author_id = ${authorId} and until > now()) as "isStreamed"`.execute(trx)
  for (const { webhookIds, isStreamed } of recorded) {
    if (webhookIds.length > 0) notify({ about: 'deliveries', webhookIds })
    if (isStreamed) notify({ about: 'events', userId: authorId })
  }
}
