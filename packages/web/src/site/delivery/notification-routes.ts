import { NOTIFICATION_SETTINGS_PATH, NOTIFICATIONS_PATH } from '../paths.ts'
import { get, post, type Route } from '../router.ts'
import { notificationSettingsPage, saveNotificationSettings } from './notification-settings-page.ts'
import { notificationsPage, readNotifications } from './notifications-page.ts'
import { unsubscribe, unsubscribePage } from './unsubscribe-page.ts'

export const notificationRoutes: readonly Route[] = [
  get(NOTIFICATIONS_PATH, notificationsPage),
  post(`${NOTIFICATIONS_PATH}/read`, readNotifications),
  get(NOTIFICATION_SETTINGS_PATH, notificationSettingsPage),
  post(NOTIFICATION_SETTINGS_PATH, saveNotificationSettings),
  get('/unsubscribe', unsubscribePage),
  post('/unsubscribe', unsubscribe),
]
