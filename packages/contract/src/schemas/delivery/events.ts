import { type Static, Type } from 'typebox'
import { type DeliveredName, EVENT_NAMES, type EventName, PING } from '../../values/delivery/events.ts'
import { EVENT_CURSOR_MAX_CHARACTERS } from '../../values/limits.ts'
import { LIVE_POST_STATUSES, POST_TYPES, VISIBILITIES } from '../../values/writing/posts.ts'
import { nullable, oneOf, pageLimit, Timestamp, Uuid } from '../schema.ts'

export const EventType = oneOf(EVENT_NAMES)

export const EventPost = Type.Object(
  {
    id: Uuid,
    slug: Type.String(),
    title: Type.String(),
    status: oneOf(LIVE_POST_STATUSES),
    post_type: oneOf(POST_TYPES),
    visibility: oneOf(VISIBILITIES),
    is_paid: Type.Boolean(),
    published_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  { title: 'EventPost', description: 'Without the content. For post.deleted: the values before the deletion.' },
)
export type EventPost = Static<typeof EventPost>

const envelope = <const N extends DeliveredName>(event: N) => ({
  event: oneOf([event]),
  event_id: Type.String({ description: '`<event name>:<uuid>`, the same on every attempt.' }),
  created_at: Timestamp,
})

const postEvent = <const N extends EventName>(event: N, title: string) =>
  Type.Object({ ...envelope(event), data: Type.Object({ post: EventPost }) }, { title })

export const PostCreatedEvent = postEvent('post.created', 'PostCreatedEvent')
export const PostPublishedEvent = postEvent('post.published', 'PostPublishedEvent')
export const PostUnpublishedEvent = postEvent('post.unpublished', 'PostUnpublishedEvent')
export const PostDeletedEvent = postEvent('post.deleted', 'PostDeletedEvent')

export const PostUpdatedEvent = Type.Object(
  {
    ...envelope('post.updated'),
    data: Type.Object({
      post: EventPost,
      changes: Type.Array(Type.String(), { description: 'Names of the fields whose values differ.' }),
    }),
  },
  { title: 'PostUpdatedEvent' },
)

export const PostPurchasedEvent = Type.Object(
  {
    ...envelope('post.purchased'),
    data: Type.Object({
      post: EventPost,
      purchase: Type.Object(
        { id: Uuid, price_jpy: Type.Integer() },
        { description: 'Without the name of the reader.' },
      ),
    }),
  },
  { title: 'PostPurchasedEvent' },
)

export const PingEvent = Type.Object(
  {
    ...envelope(PING),
    data: Type.Object({
      webhook: Type.Object({ id: Uuid, url: Type.String(), event_types: Type.Array(EventType) }),
    }),
  },
  { title: 'PingEvent' },
)

/** The schema of each payload, by event name. */
export const EVENT_PAYLOADS = {
  'post.created': PostCreatedEvent,
  'post.updated': PostUpdatedEvent,
  'post.published': PostPublishedEvent,
  'post.unpublished': PostUnpublishedEvent,
  'post.deleted': PostDeletedEvent,
  'post.purchased': PostPurchasedEvent,
  ping: PingEvent,
} as const satisfies Record<DeliveredName, unknown>

export const EventPayload = Type.Union(
  [
    PostCreatedEvent,
    PostUpdatedEvent,
    PostPublishedEvent,
    PostUnpublishedEvent,
    PostDeletedEvent,
    PostPurchasedEvent,
    PingEvent,
  ],
  { title: 'EventPayload' },
)
export type EventPayload = Static<typeof EventPayload>

export const PostEventPayload = Type.Union(
  [PostCreatedEvent, PostUpdatedEvent, PostPublishedEvent, PostUnpublishedEvent, PostDeletedEvent, PostPurchasedEvent],
  { title: 'PostEventPayload' },
)
export type PostEventPayload = Static<typeof PostEventPayload>

export const EventList = Type.Object(
  {
    events: Type.Array(PostEventPayload),
    next: Type.String({ description: 'The cursor after these events, for `after`. Opaque.' }),
  },
  { title: 'EventList' },
)
export type EventList = Static<typeof EventList>

export const ListEventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({ maxLength: EVENT_CURSOR_MAX_CHARACTERS, description: 'A cursor: only events after it.' }),
  ),
  since: Type.Optional(Type.String({ format: 'date-time', description: 'Only events from this time on.' })),
  limit: pageLimit,
})
export type ListEventsQuery = Static<typeof ListEventsQuery>
