import { html } from '../html.ts'
import { accountFrame } from '../identity/accounts/account-frame.ts'
import { isInvalidToken } from '../identity/accounts/forms/invalid-token.ts'
import type { PageRequest } from '../page-request.ts'
import { NOTIFICATION_SETTINGS_PATH, withQuery } from '../paths.ts'
import type { SiteResponse } from '../site-request.ts'

const tokenOf = ({ url }: PageRequest) => url.searchParams.get('token') ?? ''

/** What the link is about is its first part. It is only shown; the API checks the whole. */
const topicOf = (request: PageRequest) => (tokenOf(request).startsWith('posts.') ? 'posts' : 'activity')

/** GET /unsubscribe: only a button, because programs that check mails open every link. */
export function unsubscribePage(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.notifications.unsubscribe
  return accountFrame(request, {
    title: t.title,
    intro: t.question[topicOf(request)],
    form: html`<form class="doorway-form" method="post" action="${withQuery('/unsubscribe', { token: tokenOf(request) })}">
<button class="button button-primary" type="submit">${t.button}</button>
</form>`,
    otherwise: html`<a href="${NOTIFICATION_SETTINGS_PATH}">${t.toSettings}</a>`,
  })
}

/** POST /unsubscribe, from the button or from a mail program (RFC 8058): the token is in the address in both cases. */
export async function unsubscribe(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.notifications.unsubscribe
  const settings = html`<p><a class="button" href="${NOTIFICATION_SETTINGS_PATH}">${t.toSettings}</a></p>`
  try {
    await request.client.reader.unsubscribe({ token: tokenOf(request) })
  } catch (error) {
    if (!isInvalidToken(error)) throw error
    return accountFrame(request, {
      title: t.invalidTitle,
      intro: t.invalidText,
      status: 400,
      form: settings,
      otherwise: null,
    })
  }
  return accountFrame(request, {
    title: t.doneTitle,
    intro: t.done[topicOf(request)],
    form: settings,
    otherwise: null,
  })
}
