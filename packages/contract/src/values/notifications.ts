/** What a notification can be about. A new kind needs its texts in `web/src/site/notifications`. */
export const NOTIFICATION_KINDS = ['comment', 'follow', 'post', 'webhook'] as const
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Notifications are shown for this long. */
export const NOTIFICATION_DAYS = 60
/** More are not counted. */
export const UNREAD_MAX = 100
/** How many of the people of a group are named. */
export const NOTIFICATION_ACTORS_MAX = 3
