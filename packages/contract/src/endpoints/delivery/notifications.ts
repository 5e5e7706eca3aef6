import { get, patch, post, put } from '../../endpoint.ts'
import * as schemas from '../../schemas/delivery/notifications.ts'
import { Done } from '../../schemas/schema.ts'

const asReader = { tag: 'Readers', auth: 'session-or-token', scopes: ['reader'] } as const

export const notificationEndpoints = {
  listNotifications: get('/api/v1/reader/notifications', 'reader.notifications', {
    summary: 'List your notifications',
    description:
      'Comments on your posts, new followers, new posts of authors that you follow, webhooks in trouble, moderation of what you wrote, API tokens that expire soon, and messages about the security of your account; of the last 60 days, the latest first. Events of one kind about the same thing on the same day are one entry.',
    ...asReader,
    query: schemas.ListNotificationsQuery,
    response: schemas.NotificationList,
  }),
  countUnreadNotifications: get('/api/v1/reader/notifications/unread', 'reader.unreadNotifications', {
    summary: 'Count your unread notifications',
    description: 'At most 100. It costs less than the list.',
    ...asReader,
    response: schemas.UnreadNotifications,
  }),
  readNotifications: put('/api/v1/reader/notifications/read', 'reader.readNotifications', {
    summary: 'Mark notifications as read',
    description: 'All up to a time: that of the latest one that was shown. It never makes something unread.',
    ...asReader,
    body: schemas.ReadNotifications,
    example: { body: { until: '2026-11-16T12:00:00.000Z' } },
    response: schemas.UnreadNotifications,
  }),
  readNotificationSettings: get('/api/v1/reader/notifications/settings', 'reader.notificationSettings', {
    summary: 'Read which notifications you want',
    description: 'Which kinds are shown, and in `mail` which come by mail.',
    ...asReader,
    response: schemas.NotificationSettings,
  }),
  changeNotificationSettings: patch('/api/v1/reader/notifications/settings', 'reader.changeNotificationSettings', {
    summary: 'Change which notifications you want',
    description:
      'Kinds that are not named stay as they are. A kind that is off is neither shown nor counted; `mail` has the same kinds for mails, which are sent to a verified address only. New posts of authors that you follow come by mail only if you ask for them. Messages about the security of the account (`security`) cannot be switched off.',
    ...asReader,
    body: schemas.ChangeNotificationSettings,
    example: { body: { follow: false, mail: { post: true } } },
    response: schemas.NotificationSettings,
  }),
  unsubscribe: post('/api/v1/unsubscribe', 'reader.unsubscribe', {
    summary: 'Stop mails with the link of a mail',
    description:
      'Switches off the kinds of that mail. The token is the only credential, so that this works without a log-in and from any site. Repeating it changes nothing.',
    tag: 'Readers',
    auth: 'none',
    allowCrossSite: true,
    body: schemas.Unsubscribe,
    example: {
      body: { token: 'posts.019a8f4e-2f6b-7c3d-9e1a-5b7c8d9e0f1a.nRk2Zq0J8v3sYw6bTx1fLd5hGm9cPa4e7uKiVoXy-_A' },
    },
    response: Done,
  }),
} as const
