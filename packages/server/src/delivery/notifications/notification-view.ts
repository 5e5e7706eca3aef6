import type { Notification } from '@galley/contract/schemas/delivery/notifications'
import type { Settings } from '../../platform/config.ts'
import { postAddress } from '../../platform/core/addresses/site-addresses.ts'
import type { NotificationRow } from './notification-items.ts'

export function notificationView(settings: Settings, row: NotificationRow): Notification {
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
