import { get, patch, put } from '../endpoint.ts'
import * as schemas from '../schemas/notifications.ts'

export const notificationEndpoints = {
  listNotifications: get('/api/v1/reader/notifications', {
    summary: 'List your notifications',
    description:
      'Comments on your posts, new followers, new posts of authors that you follow, webhooks in trouble, moderation of what you wrote, API tokens that expire soon, and messages about the security of your account; of the last 60 days, the latest first. Events of one kind about the same thing on the same day are one entry.',
    tag: 'Readers',
    auth: 'any',
    scopes: ['reader'],
    query: schemas.ListNotificationsQuery,
    response: schemas.NotificationList,
  }),
  countUnreadNotifications: get('/api/v1/reader/notifications/unread', {
    summary: 'Count your unread notifications',
    description: 'At most 100. It costs less than the list.',
    tag: 'Readers',
    auth: 'any',
    scopes: ['reader'],
    response: schemas.UnreadNotifications,
  }),
  readNotifications: put('/api/v1/reader/notifications/read', {
    summary: 'Mark notifications as read',
    description: 'All up to a time: that of the latest one that was shown. It never makes something unread.',
    tag: 'Readers',
    auth: 'any',
    scopes: ['reader'],
    body: schemas.ReadNotifications,
    example: { body: { until: '2026-11-16T12:00:00.000Z' } },
    response: schemas.UnreadNotifications,
  }),
  readNotificationSettings: get('/api/v1/reader/notifications/settings', {
    summary: 'Read which notifications you want',
    tag: 'Readers',
    auth: 'any',
    scopes: ['reader'],
    response: schemas.NotificationSettings,
  }),
  changeNotificationSettings: patch('/api/v1/reader/notifications/settings', {
    summary: 'Change which notifications you want',
    description:
      'Kinds that are not named stay as they are. A kind that is off is neither shown nor counted. Messages about the security of the account (`security`) cannot be switched off.',
    tag: 'Readers',
    auth: 'any',
    scopes: ['reader'],
    body: schemas.ChangeNotificationSettings,
    example: { body: { follow: false } },
    response: schemas.NotificationSettings,
  }),
} as const
