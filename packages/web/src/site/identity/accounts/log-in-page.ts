import { ApiError } from '@galley/client'
import { redirect } from '../../answer.ts'
import { html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame, linkTo } from './account-frame.ts'
import { NO_FAULTS } from './forms/field-faults.ts'
import { formField } from './forms/form-field.ts'
import { nextPath } from './forms/next-path.ts'
import { passkeyButton } from './forms/passkey-button.ts'
import { type Refusal, refusalOf } from './forms/refusal.ts'

/** GET /login */
export async function logInPage(request: PageRequest): Promise<SiteResponse> {
  if ((await request.readReader()) !== null) return redirect(nextPath(request), 302)
  return show(request, '', { status: 200, faults: NO_FAULTS })
}

/** POST /login */
export async function logIn(request: PageRequest): Promise<SiteResponse> {
  const login = (request.form.get('login') ?? '').trim()
  const password = request.form.get('password') ?? ''
  try {
    await request.client.session.logIn({ login, password })
    return redirect(nextPath(request))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') {
      return show(request, login, { status: 403, alert: request.t.accounts.suspended, faults: NO_FAULTS })
    }
    return show(request, login, refusalOf(request, { login, password }, error))
  }
}

function show(request: PageRequest, login: string, refusal: Refusal): Promise<SiteResponse> {
  const t = request.t.accounts
  const next = nextPath(request)
  const { status, alert, faults, retryAfterSeconds } = refusal
  // After a wrong password, the focus is on the password field.
  const focused = login === '' || faults.has('login') ? 'login' : 'password'
  return accountFrame(request, {
    title: t.logInTitle,
    intro: t.logInText,
    alert,
    status,
    retryAfterSeconds,
    form: html`<form class="doorway-form" method="post" action="/login" novalidate>
<input type="hidden" name="next" value="${next}">
${formField({
  name: 'login',
  label: t.login,
  type: 'text',
  autocomplete: 'username',
  value: login,
  fault: faults.get('login'),
  focused: focused === 'login',
})}
${formField({
  name: 'password',
  label: t.password,
  type: 'password',
  autocomplete: 'current-password',
  fault: faults.get('password'),
  focused: focused === 'password',
  reveal: t.showPassword,
})}
<button class="button button-primary" type="submit">${t.logInButton}</button>
${passkeyButton(request)}
<p><a href="/password-reset">${t.forgotPassword}</a></p>
</form>`,
    otherwise: request.site.signups === 'open' ? html`${t.toSignUp} ${linkTo('/signup', next, t.toSignUpLink)}` : null,
  })
}
