import type { EmailState, NotificationSettings } from '@galley/client'
import { OPTIONAL_NOTIFICATION_KINDS, type OptionalNotificationKind } from '@galley/contract/delivery/notifications'
import { attributes, type Html, html } from '../html.ts'
import { page } from '../layout.ts'
import type { PageRequest } from '../page-request.ts'
import { NOTIFICATION_SETTINGS_PATH, NOTIFICATIONS_PATH } from '../paths.ts'
import { redirect } from '../respond.ts'
import type { SiteResponse } from '../site-request.ts'

/** GET /notifications/settings. Without a session, the API answers 401, and the site asks the reader to log in. */
export async function notificationSettingsPage(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.notifications
  const { reader, me } = request.client
  const [settings, email] = await Promise.all([reader.notificationSettings(), me.email()])
  return page(request, {
    title: t.settings,
    noindex: true,
    main: html`<div class="column">
<header class="page-head"><h1>${t.settings}</h1><p><a class="news-link" href="${NOTIFICATIONS_PATH}">${t.title}</a></p></header>
${request.url.searchParams.has('saved') && html`<p class="news-saved" role="status">${t.saved}</p>`}
${mailNote(request, email)}
<form class="news-settings" method="post" action="${NOTIFICATION_SETTINGS_PATH}">
<table>
<thead><tr><td></td><th scope="col">${t.here}</th><th scope="col">${t.byMail}</th></tr></thead>
<tbody>
${OPTIONAL_NOTIFICATION_KINDS.map(kind => row(request, settings, kind))}</tbody>
</table>
<p class="news-note">${t.securityNote}</p>
<button class="button button-primary" type="submit">${t.save}</button>
</form>
</div>`,
  })
}

/** POST /notifications/settings: a box that is not ticked is not sent. */
export async function saveNotificationSettings({ client, form }: PageRequest): Promise<SiteResponse> {
  const chosen = (prefix: string) =>
    Object.fromEntries(OPTIONAL_NOTIFICATION_KINDS.map(kind => [kind, form.get(prefix + kind) !== null]))
  await client.reader.changeNotificationSettings({ ...chosen(''), mail: chosen('mail.') })
  return redirect(`${NOTIFICATION_SETTINGS_PATH}?saved`)
}

function row(
  { t: { notifications: t } }: PageRequest,
  settings: NotificationSettings,
  kind: OptionalNotificationKind,
): Html {
  const box = (name: string, channel: string, checked: boolean) =>
    html`<td><label><input type="checkbox" name="${name}" value="on"${attributes({ checked })}><span class="hidden">${t.kinds[kind]}: ${channel}</span></label></td>`
  return html`<tr><th scope="row">${t.kinds[kind]}</th>${box(kind, t.here, settings[kind])}${box(`mail.${kind}`, t.byMail, settings.mail[kind])}</tr>\n`
}

/** Why no mails arrive, if they do not. */
function mailNote(
  { t: { notifications: t } }: PageRequest,
  { mail_enabled, verified, undeliverable, email }: EmailState,
): Html {
  if (!mail_enabled) return html`<p class="news-note">${t.mailOff}</p>`
  if (undeliverable !== null || !verified) {
    return html`<p class="news-note">${undeliverable === null ? t.mailUnverified : t.mailUndeliverable} <a href="/studio/settings/profile">${t.toProfile}</a></p>`
  }
  return html`<p class="news-note">${t.mailTo(email)}</p>`
}
