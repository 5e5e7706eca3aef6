import type { Received } from './receiver.ts'

export interface CommittedEvent {
  readonly event_id: string
  readonly name: string
  /** The bytes that every delivery sends. */
  readonly body: string
}

/**
 * Compares the received requests with the committed events: every event reached every subscribed webhook, none was
 * invented, and repeated requests have the same delivery id and bytes.
 */
export function compareArrivals(
  events: readonly CommittedEvent[],
  webhooks: Readonly<Record<string, readonly string[]>>,
  received: readonly Received[],
): { failures: string[]; expected: number; duplicates: number } {
  const failures: string[] = []
  const known = new Map(events.map(event => [event.event_id, event]))
  const deliveries = new Map<string, Set<unknown>>()
  for (const { path, headers, body } of received) {
    const eventId = String(headers['x-service-event-id'])
    const event = known.get(eventId)
    if (event === undefined || body !== event.body) failures.push(`${eventId} was never committed, or with other bytes`)
    else if (!webhooks[path]?.includes(event.name)) failures.push(`${path} is not subscribed to ${eventId}`)
    const key = `${path} ${eventId}`
    deliveries.set(key, (deliveries.get(key) ?? new Set()).add(headers['x-service-delivery']))
  }
  let expected = 0
  for (const [path, types] of Object.entries(webhooks)) {
    for (const { event_id } of events.filter(({ name }) => types.includes(name))) {
      expected++
      const ids = deliveries.get(`${path} ${event_id}`)
      if (ids === undefined) failures.push(`${event_id} never arrived at ${path}`)
      else if (ids.size > 1) failures.push(`${event_id} arrived at ${path} with ${ids.size} delivery ids`)
    }
  }
  return { failures, expected, duplicates: received.length - expected }
}
