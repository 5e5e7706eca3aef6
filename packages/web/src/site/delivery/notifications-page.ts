import type { Notification } from '@galley/client'
import { notificationPath } from '@galley/contract/delivery/notification-path'
import { notificationSentence } from '@galley/contract/delivery/notification-sentences'
import { notFoundPage } from '../error-pages.ts'
import { type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import type { PageRequest } from '../page-request.ts'
import { POSTS_PER_PAGE, pager, readPageNumber } from '../parts/pager.ts'
import { timeOf } from '../parts/time.ts'
import { NOTIFICATION_SETTINGS_PATH, NOTIFICATIONS_PATH, withQuery } from '../paths.ts'
import { redirect } from '../respond.ts'
import type { SiteResponse } from '../site-request.ts'

/** GET /notifications. Without a session, the API answers 401, and the site asks the reader to log in. */
export async function notificationsPage(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.notifications
  const current = readPageNumber(request.url)
  if (current === undefined) return notFoundPage(request)
  const { notifications, total } = await request.client.reader.notifications({
    limit: POSTS_PER_PAGE,
    offset: (current - 1) * POSTS_PER_PAGE,
  })
  if (notifications.length === 0 && current > 1) return notFoundPage(request)
  return page(request, {
    title: t.title,
    noindex: true,
    main: html`<div class="column">
<header class="page-head"><h1>${t.title}</h1><p><a class="news-link" href="${NOTIFICATION_SETTINGS_PATH}">${t.settings}</a></p></header>
${notifications.length === 0 ? html`<p>${t.none}</p>` : list(request, notifications)}
${pager(request, { current, total, href: page => withQuery(NOTIFICATIONS_PATH, { page: page === 1 ? null : page }) })}
</div>`,
  })
}

/** POST /notifications/read */
export async function readNotifications({ client, form }: PageRequest): Promise<SiteResponse> {
  await client.reader.readNotifications({ until: form.get('until') ?? '' })
  return redirect(NOTIFICATIONS_PATH)
}

function list(request: PageRequest, notifications: readonly Notification[]): Html {
  const t = request.t.notifications
  const [latest] = notifications
  const hasUnread = notifications.some(({ read }) => !read)
  return html`${
    hasUnread &&
    html`<form method="post" action="${NOTIFICATIONS_PATH}/read"><input type="hidden" name="until" value="${latest?.created_at ?? ''}"><button class="button" type="submit">${t.markRead}</button></form>`
  }
<ul class="news">
${notifications.map(
  notification => html`<li class="${notification.read ? 'news-read' : 'news-unread'}">
<a href="${notificationPath(notification) ?? NOTIFICATIONS_PATH}">${notificationSentence(request.language, notification)}</a>
${!notification.read && html`<span class="news-new">${t.isNew}</span>`} ${timeOf(request.language, notification.created_at)}</li>\n`,
)}</ul>`
}
