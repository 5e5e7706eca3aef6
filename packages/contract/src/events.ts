import { type Static, Type } from 'typebox'
import { LIVE_POST_STATUSES, POST_TYPES, VISIBILITIES } from './posts.ts'
import { nullable, oneOf, Timestamp, Uuid } from './schema.ts'

/** What a webhook can subscribe to. */
export const EVENT_NAMES = [
  'post.created',
  'post.updated',
  'post.published',
  'post.unpublished',
  'post.deleted',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** Sent by the test endpoint only; nobody subscribes to it. */
export const PING = 'ping'
export const DELIVERED_NAMES = [...EVENT_NAMES, PING] as const
export type DeliveredName = (typeof DELIVERED_NAMES)[number]

/** The headers of every delivery, the last three as in Standard Webhooks. */
export const DELIVERY_HEADERS = {
  signature: 'X-Service-Signature',
  /** For 24 hours after a rotation, the same with the former secret. */
  previousSignature: 'X-Service-Signature-Previous',
  event: 'X-Service-Event',
  eventId: 'X-Service-Event-Id',
  delivery: 'X-Service-Delivery',
  attempt: 'X-Service-Attempt',
  standardId: 'webhook-id',
  standardTimestamp: 'webhook-timestamp',
  standardSignature: 'webhook-signature',
} as const

/** `X-Service-Signature` is this and the hex HMAC-SHA256 of the raw body. */
export const SIGNATURE_PREFIX = 'sha256='

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
  { title: 'EventPost', description: 'Never the content. For post.deleted: the values from before the deletion.' },
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

export const PingEvent = Type.Object(
  {
    ...envelope(PING),
    data: Type.Object({
      webhook: Type.Object({ id: Uuid, url: Type.String(), event_types: Type.Array(oneOf(EVENT_NAMES)) }),
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
  ping: PingEvent,
} as const satisfies Record<DeliveredName, unknown>

export const EventPayload = Type.Union(
  [PostCreatedEvent, PostUpdatedEvent, PostPublishedEvent, PostUnpublishedEvent, PostDeletedEvent, PingEvent],
  { title: 'EventPayload' },
)
export type EventPayload = Static<typeof EventPayload>
export type PostEventPayload = Exclude<EventPayload, { event: typeof PING }>
