import type { Received } from './receiver.ts'

export interface CommittedEvent {
  readonly event_id: string
  readonly name: string
  /** The bytes that every delivery sends. */
  readonly body: string
}

/**
 * Holds what arrived at each path against what was committed: every event reached every webhook that asked for it, none
 * was made up, and what came twice was the same delivery of the same bytes.
 */
export function compareArrivals(
  events: readonly CommittedEvent[],
  webhooks: Readonly<Record<string, readonly string[]>>,
  received: readonly Received[],
): { misses: string[]; expected: number; duplicates: number } {
  const misses: string[] = []
  const known = new Map(events.map(event => [event.event_id, event]))
  const deliveries = new Map<string, Set<unknown>>()
  for (const { path, headers, body } of received) {
    const eventId = String(headers['x-service-event-id'])
    const event = known.get(eventId)
    if (event === undefined || body !== event.body) misses.push(`${eventId} was never committed, or not like this`)
    else if (!webhooks[path]?.includes(event.name)) misses.push(`${path} did not ask for ${eventId}`)
    const key = `${path} ${eventId}`
    deliveries.set(key, (deliveries.get(key) ?? new Set()).add(headers['x-service-delivery']))
  }
  let expected = 0
  for (const [path, types] of Object.entries(webhooks)) {
    for (const { event_id } of events.filter(({ name }) => types.includes(name))) {
      expected++
      const ids = deliveries.get(`${path} ${event_id}`)
      if (ids === undefined) misses.push(`${event_id} never arrived at ${path}`)
      else if (ids.size > 1) misses.push(`${event_id} came to ${path} under ${ids.size} delivery ids`)
    }
  }
  return { misses, expected, duplicates: received.length - expected }
}
