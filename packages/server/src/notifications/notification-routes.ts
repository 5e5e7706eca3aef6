import { endpoints } from '@galley/contract/endpoints'
import { PAGE_LIMIT_DEFAULT, PAGE_OFFSET_DEFAULT } from '@galley/contract/limits'
import { OPTIONAL_NOTIFICATION_KINDS } from '@galley/contract/notifications'
import type { Notification, NotificationSettings } from '@galley/contract/schemas/notifications'
import type { AppContext } from '../context.ts'
import { postAddress } from '../posts/post-address.ts'
import type { BindRoute } from '../transport/route.ts'
import {
  countNotifications,
  countUnread,
  listMuted,
  listNotifications,
  markRead,
  type NotificationRow,
  setMuted,
} from './notification-store.ts'

export function notificationRoutes(bind: BindRoute, { db, settings }: AppContext): void {
  const view = (row: NotificationRow): Notification => {
    const { kind, count, actors, post_id, title, slug, author, webhook_id, webhook_url, token, detail, reason } = row
    return {
      kind,
      count,
      actors: [...actors],
      post:
        post_id === null || title === null || slug === null || author === null
          ? null
          : { id: post_id, title, url: postAddress(settings, author, slug) },
      webhook: webhook_id === null || webhook_url === null ? null : { id: webhook_id, url: webhook_url },
      token: token && { ...token, expires_at: new Date(token.expires_at).toISOString() },
      detail,
      reason,
      created_at: row.created_at.toISOString(),
      read: row.read,
    }
  }
  const readSettings = async (userId: string): Promise<NotificationSettings> => {
    const muted = await listMuted(db, userId)
    return Object.fromEntries(OPTIONAL_NOTIFICATION_KINDS.map(kind => [kind, !muted.has(kind)])) as NotificationSettings
  }

  bind(endpoints.listNotifications, async ({ principal, query }) => {
    const { limit = PAGE_LIMIT_DEFAULT, offset = PAGE_OFFSET_DEFAULT } = query
    const rows = await listNotifications(db, principal.userId, { limit, offset })
    return { notifications: rows.map(view), ...(await countNotifications(db, principal.userId)) }
  })

  bind(endpoints.readNotifications, async ({ principal, body }) => {
    await markRead(db, principal.userId, new Date(body.until))
    return { unread: await countUnread(db, principal.userId) }
  })

  bind(endpoints.countUnreadNotifications, async ({ principal }) => ({
    unread: await countUnread(db, principal.userId),
  }))

  bind(endpoints.readNotificationSettings, ({ principal }) => readSettings(principal.userId))

  bind(endpoints.changeNotificationSettings, async ({ principal, body }) => {
    for (const kind of OPTIONAL_NOTIFICATION_KINDS) {
      const wanted = body[kind]
      if (wanted !== undefined) await setMuted(db, principal.userId, kind, !wanted)
    }
    return readSettings(principal.userId)
  })
}
