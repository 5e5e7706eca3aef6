import { ApiError } from '@galley/client'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame, linkTo } from './account-frame.ts'
import { NO_ERRORS } from './forms/field-errors.ts'
import { formField } from './forms/form-field.ts'
import { type FormState, toFormState } from './forms/form-state.ts'
import { nextPath } from './forms/next-path.ts'

/** GET /login */
export async function logInPage(request: PageRequest): Promise<SiteResponse> {
  if ((await request.readReader()) !== null) return redirect(nextPath(request), 302)
  return show(request, '', { status: 200, fieldErrors: NO_ERRORS })
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
      return show(request, login, { status: 403, alert: request.t.accounts.suspended, fieldErrors: NO_ERRORS })
    }
    return show(request, login, toFormState(request, { login, password }, error))
  }
}

function show(request: PageRequest, login: string, state: FormState): Promise<SiteResponse> {
  const t = request.t.accounts
  const next = nextPath(request)
  const { status, alert, fieldErrors, retryAfterSeconds } = state
  // After a wrong password, the focus is on the password field.
  const focused = login === '' || fieldErrors.has('login') ? 'login' : 'password'
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
  fieldError: fieldErrors.get('login'),
  focused: focused === 'login',
})}
${formField({
  name: 'password',
  label: t.password,
  type: 'password',
  autocomplete: 'current-password',
  fieldError: fieldErrors.get('password'),
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

/** Hidden until the script of the page has found that the browser has passkeys. */
function passkeyButton({ t: { accounts: t }, site }: PageRequest): Html | false {
  const { hostname } = site.publicUrl
  // Browsers bind passkeys to host names, not to IP addresses.
  if (/^[\d.]+$|^\[/.test(hostname)) return false
  return html`<button class="button" type="button" data-island="passkey" hidden>${t.logInWithPasskey}</button>`
}
