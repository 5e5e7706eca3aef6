/** What a notification can be about. A new kind needs its texts in `web/src/site/notifications`. */
export const NOTIFICATION_KINDS = ['comment', 'follow', 'post', 'webhook', 'moderation', 'token', 'security'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Kinds that can be switched off. Messages about the security of the account cannot. */
export const OPTIONAL_NOTIFICATION_KINDS = ['comment', 'follow', 'post', 'webhook', 'moderation', 'token'] as const
export type OptionalNotificationKind = (typeof OPTIONAL_NOTIFICATION_KINDS)[number]

/** Which kinds come by mail if the recipient has not chosen. New posts only come if somebody asks for them. */
export const MAILED_BY_DEFAULT: Readonly<Record<OptionalNotificationKind, boolean>> = {
  comment: true,
  follow: true,
  post: false,
  webhook: true,
  moderation: true,
  token: true,
}

/** Kinds that are mailed together. The link in a mail about posts or activity switches all of them off. */
export const MAIL_TOPICS = {
  posts: ['post'],
  activity: ['comment', 'follow'],
  alerts: ['webhook', 'moderation', 'token'],
} as const satisfies Record<string, readonly OptionalNotificationKind[]>
export type MailTopic = keyof typeof MAIL_TOPICS

/** Notifications are shown for this long. */
export const NOTIFICATION_DAYS = 60
/** More are not counted. */
export const UNREAD_MAX = 100
/** How many of the people of a group are named. */
export const NOTIFICATION_ACTORS_MAX = 3
/** How long before its expiry the owner of an API token is told. */
export const TOKEN_NOTICE_DAYS = 7
