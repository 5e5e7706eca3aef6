import type { Notification, NotificationSettings } from '@galley/client'
import { notificationSentence } from '@galley/contract/notification-sentences'
import { OPTIONAL_NOTIFICATION_KINDS } from '@galley/contract/notifications'
import { redirect } from '../answer.ts'
import { attributes, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import type { PageRequest } from '../page-request.ts'
import { notFoundPage } from '../pages/error-pages.ts'
import { POSTS_PER_PAGE, pager, readPageNumber } from '../parts/pager.ts'
import { timeOf } from '../parts/time.ts'
import { NOTIFICATIONS_PATH, profilePath, withQuery } from '../paths.ts'
import type { SiteResponse } from '../site-request.ts'
import { notificationTexts } from './notification-texts.ts'

/** GET /notifications. Without a session, the API answers 401, and the site asks the reader to log in. */
export async function notificationsPage(request: PageRequest): Promise<SiteResponse> {
  const t = notificationTexts(request.language)
  const current = readPageNumber(request.url)
  if (current === undefined) return notFoundPage(request)
  const { reader } = request.client
  const [{ notifications, total }, settings] = await Promise.all([
    reader.notifications({ limit: POSTS_PER_PAGE, offset: (current - 1) * POSTS_PER_PAGE }),
    reader.notificationSettings(),
  ])
  if (notifications.length === 0 && current > 1) return notFoundPage(request)
  return page(request, {
    title: t.title,
    noindex: true,
    main: html`<div class="column">
<header class="page-head"><h1>${t.title}</h1></header>
${notifications.length === 0 ? html`<p>${t.none}</p>` : list(request, notifications)}
${pager(request, { current, total, href: page => withQuery(NOTIFICATIONS_PATH, { page: page === 1 ? null : page }) })}
${settingsForm(request, settings)}
</div>`,
  })
}

/** POST /notifications/read */
export async function readNotifications({ client, form }: PageRequest): Promise<SiteResponse> {
  await client.reader.readNotifications({ until: form.get('until') ?? '' })
  return redirect(NOTIFICATIONS_PATH)
}

/** POST /notifications/settings: a box that is not ticked is not sent. */
export async function saveNotificationSettings({ client, form }: PageRequest): Promise<SiteResponse> {
  const wanted = OPTIONAL_NOTIFICATION_KINDS.map(kind => [kind, form.get(kind) !== null])
  await client.reader.changeNotificationSettings(Object.fromEntries(wanted))
  return redirect(NOTIFICATIONS_PATH)
}

function list(request: PageRequest, notifications: readonly Notification[]): Html {
  const t = notificationTexts(request.language)
  const [latest] = notifications
  const hasUnread = notifications.some(({ read }) => !read)
  return html`${
    hasUnread &&
    html`<form method="post" action="${NOTIFICATIONS_PATH}/read"><input type="hidden" name="until" value="${latest?.created_at ?? ''}"><button class="button" type="submit">${t.markRead}</button></form>`
  }
<ul class="news">
${notifications.map(
  notification => html`<li class="${notification.read ? 'news-read' : 'news-unread'}">
<a href="${targetOf(notification)}">${notificationSentence(request.language, notification)}</a>
${!notification.read && html`<span class="news-new">${t.isNew}</span>`} ${timeOf(request.language, notification.created_at)}</li>\n`,
)}</ul>`
}

function targetOf({ kind, actors, post, webhook, detail }: Notification): string {
  if (kind === 'token') return '/studio/settings/tokens'
  if (kind === 'security') return '/studio/settings/sessions'
  if (kind === 'moderation') return moderatedPath(post, detail)
  if (post !== null) return new URL(post.url).pathname + (kind === 'comment' ? '#comments' : '')
  if (webhook !== null) return `/studio/settings/webhooks/${webhook.id}`
  return profilePath(actors[0]?.username ?? '')
}

/** Hidden posts have no public page. */
function moderatedPath(post: Notification['post'], detail: string | null): string {
  if (post === null) return NOTIFICATIONS_PATH
  return detail?.startsWith('post') ? `/studio/posts/${post.id}` : `${new URL(post.url).pathname}#comments`
}

function settingsForm({ language }: PageRequest, settings: NotificationSettings): Html {
  const t = notificationTexts(language)
  return html`<form class="news-settings" method="post" action="${NOTIFICATIONS_PATH}/settings">
<fieldset><legend>${t.settings}</legend>
${OPTIONAL_NOTIFICATION_KINDS.map(
  kind =>
    html`<label><input type="checkbox" name="${kind}" value="on"${attributes({ checked: settings[kind] })}> ${t.kinds[kind]}</label>\n`,
)}<button class="button" type="submit">${t.save}</button>
</fieldset></form>`
}
