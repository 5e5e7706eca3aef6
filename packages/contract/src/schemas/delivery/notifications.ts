import { type Static, Type } from 'typebox'
import {
  NOTIFICATION_KINDS,
  OPTIONAL_NOTIFICATION_KINDS,
  type OptionalNotificationKind,
  UNREAD_MAX,
} from '../../values/delivery/notifications.ts'
import { Author } from '../identity/accounts.ts'
import { Count, closed, nullable, oneOf, page, Timestamp, Uuid } from '../schema.ts'

/** Several events of one kind about the same post, webhook or token on one day. */
export const Notification = Type.Object(
  {
    kind: oneOf(NOTIFICATION_KINDS),
    count: Type.Integer({ minimum: 1, description: 'How many events are grouped here.' }),
    actors: Type.Array(Author, { description: 'Who caused it, the latest first; at most 3.' }),
    post: nullable(Type.Object({ id: Uuid, title: Type.String(), url: Type.String() })),
    webhook: nullable(Type.Object({ id: Uuid, url: Type.String() })),
    token: nullable(Type.Object({ id: Uuid, name: Type.String(), expires_at: Timestamp }), {
      description: 'The API token that expires soon.',
    }),
    detail: nullable(Type.String(), {
      description:
        'For `webhook`: `failing` or `disabled`. For `moderation`: `post_hidden`, `post_restored`, `post_not_published`, `comment_hidden`, `comment_restored`, `account_suspended` or `account_restored`. For `security`: `new_device`, `password_changed`, `email_changed`, `passkey_added`, `passkey_removed`, `recovery_codes_made` or `token_issued`.',
    }),
    reason: nullable(Type.String(), {
      description: 'For `moderation`: what the admin has written to you. For `token_issued`: the name of the token.',
    }),
    created_at: Type.String({ ...Timestamp, description: 'The latest event of the group.' }),
    read: Type.Boolean(),
  },
  { title: 'Notification' },
)
export type Notification = Static<typeof Notification>

export const NotificationList = Type.Object(
  {
    notifications: Type.Array(Notification),
    total: Count,
    unread: Type.Integer({ minimum: 0, description: 'Groups that are not read yet.' }),
  },
  { title: 'NotificationList' },
)
export type NotificationList = Static<typeof NotificationList>

export const ListNotificationsQuery = Type.Object({ ...page })
export type ListNotificationsQuery = Static<typeof ListNotificationsQuery>

export const ReadNotifications = closed('ReadNotifications', {
  until: Type.String({ ...Timestamp, description: 'Everything up to this time has been read.' }),
})
export type ReadNotifications = Static<typeof ReadNotifications>

export const UnreadNotifications = Type.Object(
  {
    unread: Type.Integer({
      minimum: 0,
      maximum: UNREAD_MAX,
      description: 'Groups that are not read yet; at most 100.',
    }),
  },
  { title: 'UnreadNotifications' },
)
export type UnreadNotifications = Static<typeof UnreadNotifications>

const kinds = <T>(value: T) =>
  Object.fromEntries(OPTIONAL_NOTIFICATION_KINDS.map(kind => [kind, value])) as Record<OptionalNotificationKind, T>

/** Which kinds are shown, and which come by mail. */
export const NotificationSettings = Type.Object(
  {
    ...kinds(Type.Boolean()),
    mail: Type.Object(kinds(Type.Boolean()), { title: 'MailSettings', description: 'Which kinds come by mail.' }),
  },
  { title: 'NotificationSettings' },
)
export type NotificationSettings = Static<typeof NotificationSettings>

export const ChangeNotificationSettings = closed('ChangeNotificationSettings', {
  ...kinds(Type.Optional(Type.Boolean())),
  mail: Type.Optional(closed('ChangeMailSettings', kinds(Type.Optional(Type.Boolean())))),
})
export type ChangeNotificationSettings = Static<typeof ChangeNotificationSettings>

export const Unsubscribe = closed('Unsubscribe', {
  token: Type.String({ minLength: 1, maxLength: 200, description: 'Of the link in the mail.' }),
})
export type Unsubscribe = Static<typeof Unsubscribe>
