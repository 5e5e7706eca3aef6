import { NOTIFICATIONS_PATH } from '../paths.ts'
import { get, post, type Route } from '../router.ts'
import { notificationsPage, readNotifications, saveNotificationSettings } from './notifications-page.ts'

export const notificationRoutes: readonly Route[] = [
  get(NOTIFICATIONS_PATH, notificationsPage),
  post(`${NOTIFICATIONS_PATH}/read`, readNotifications),
  post(`${NOTIFICATIONS_PATH}/settings`, saveNotificationSettings),
]
