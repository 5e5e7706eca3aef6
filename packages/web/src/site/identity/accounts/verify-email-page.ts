import { html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame } from './account-frame.ts'
import { isInvalidToken } from './forms/invalid-token.ts'

/** GET /verify-email: a button, because programs that check mails open every link. */
export function verifyEmailPage(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.accounts
  return accountFrame(request, {
    title: t.verifyTitle,
    intro: t.verifyText,
    form: html`<form class="doorway-form" method="post" action="/verify-email">
<input type="hidden" name="token" value="${request.url.searchParams.get('token') ?? ''}">
<button class="button button-primary" type="submit">${t.verifyButton}</button>
</form>`,
    otherwise: null,
  })
}

/** POST /verify-email */
export async function verifyEmail(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.accounts
  try {
    await request.client.session.verifyEmail({ token: request.form.get('token') ?? '' })
  } catch (error) {
    if (!isInvalidToken(error)) throw error
    return accountFrame(request, {
      title: t.linkInvalidTitle,
      intro: t.verifyInvalidText,
      status: 400,
      form: html`<p><a class="button button-primary" href="/studio/settings/profile">${t.toSettings}</a></p>`,
      otherwise: null,
    })
  }
  return accountFrame(request, {
    title: t.verifyDoneTitle,
    intro: t.verifyDoneText,
    form: html`<p><a class="button button-primary" href="/">${t.toFrontPage}</a></p>`,
    otherwise: null,
  })
}
