import { get } from '../../endpoint.ts'
import { EventList, ListEventsQuery } from '../../schemas/delivery/events.ts'

export const eventEndpoints = {
  listEvents: get('/api/v1/events', 'events.list', {
    summary: 'Read events',
    description:
      'Premium. What has happened to your posts, oldest first, at least 30 days back: the same bodies as those of webhooks. Pass `next` as `after` to continue. With `Accept: text/event-stream` the answer is a stream of Server-Sent Events that stays open: `data` is a body, `id` is the cursor, `Last-Event-ID` resumes after it, and a comment is sent every 15 seconds.',
    tag: 'Webhooks',
    auth: 'session-or-token',
    scopes: ['events'],
    capability: 'webhooks',
    query: ListEventsQuery,
    stream: true,
    response: EventList,
  }),
} as const
