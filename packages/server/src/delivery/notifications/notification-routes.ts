import { OPTIONAL_NOTIFICATION_KINDS, type OptionalNotificationKind } from '@galley/contract/delivery/notifications'
import { endpoints } from '@galley/contract/endpoints'
import type { NotificationSettings } from '@galley/contract/schemas/delivery/notifications'
import type { AppContext } from '../../platform/context.ts'
import type { BindRoute } from '../../platform/operation.ts'
import { readMailSettings, setMailWanted } from './mails/mail-settings-store.ts'
import { unsubscribe } from './mails/unsubscribe.ts'
import {
  countNotifications,
  countUnread,
  listMuted,
  listNotifications,
  markRead,
  setMuted,
} from './notification-store.ts'
import { notificationView } from './notification-view.ts'

export function notificationRoutes(bind: BindRoute, context: AppContext): void {
  const { db, settings } = context
  const readSettings = async (userId: string): Promise<NotificationSettings> => {
    const muted = await listMuted(db, userId)
    return { ...byKind(kind => !muted.has(kind)), mail: await readMailSettings(db, userId) }
  }

  bind(endpoints.listNotifications, async ({ principal, query }) => {
    const rows = await listNotifications(db, principal.userId, query)
    const notifications = rows.map(row => notificationView(settings, row))
    return { notifications, ...(await countNotifications(db, principal.userId)) }
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
      const { [kind]: shown, mail: { [kind]: mailed } = {} } = body
      if (shown !== undefined) await setMuted(db, principal.userId, kind, !shown)
      if (mailed !== undefined) await setMailWanted(db, principal.userId, [kind], mailed)
    }
    return readSettings(principal.userId)
  })

  bind(endpoints.unsubscribe, async ({ body }) => {
    await unsubscribe(context, body.token)
    return { ok: true as const }
  })
}

const byKind = (isOn: (kind: OptionalNotificationKind) => boolean) =>
  Object.fromEntries(OPTIONAL_NOTIFICATION_KINDS.map(kind => [kind, isOn(kind)])) as Record<
    OptionalNotificationKind,
    boolean
  >
