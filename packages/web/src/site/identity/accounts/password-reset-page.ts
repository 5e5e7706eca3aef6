import { html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame } from './account-frame.ts'
import { NO_ERRORS } from './forms/field-errors.ts'
import { formField } from './forms/form-field.ts'
import { type FormState, toFormState } from './forms/form-state.ts'
import { isInvalidToken } from './forms/invalid-token.ts'

const NEW_FORM: FormState = { status: 200, fieldErrors: NO_ERRORS }

/** GET /password-reset: asks for the address, or, with the token of a link, for the new password. */
export function passwordResetPage(request: PageRequest): Promise<SiteResponse> {
  const token = request.url.searchParams.get('token')
  if (token !== null) return passwordForm(request, token, NEW_FORM)
  return request.site.sendsMail ? addressForm(request, '', NEW_FORM) : noMailPage(request)
}

/** POST /password-reset */
export async function passwordReset(request: PageRequest): Promise<SiteResponse> {
  const token = request.form.get('token')
  return token === null ? sendLink(request) : setPassword(request, token)
}

/** The page is the same whether or not an account has the address. */
async function sendLink(request: PageRequest): Promise<SiteResponse> {
  const email = (request.form.get('email') ?? '').trim()
  const t = request.t.accounts
  try {
    await request.client.session.requestPasswordReset({ email })
  } catch (error) {
    return addressForm(request, email, toFormState(request, { email }, error))
  }
  return accountFrame(request, {
    title: t.resetSentTitle,
    intro: t.resetSentText,
    form: html``,
    otherwise: html`<a href="/login">${t.toLogInLink}</a>`,
  })
}

async function setPassword(request: PageRequest, token: string): Promise<SiteResponse> {
  const password = request.form.get('password') ?? ''
  const t = request.t.accounts
  try {
    await request.client.session.confirmPasswordReset({ token, password })
  } catch (error) {
    if (isInvalidToken(error)) return invalidLinkPage(request)
    return passwordForm(request, token, toFormState(request, { password }, error))
  }
  return accountFrame(request, {
    title: t.resetDoneTitle,
    intro: t.resetDoneText,
    form: html`<p><a class="button button-primary" href="/login">${t.toLogInLink}</a></p>`,
    otherwise: null,
  })
}

function addressForm(request: PageRequest, email: string, state: FormState): Promise<SiteResponse> {
  const t = request.t.accounts
  const { status, alert, fieldErrors, retryAfterSeconds } = state
  return accountFrame(request, {
    title: t.resetTitle,
    intro: t.resetText,
    alert,
    status,
    retryAfterSeconds,
    form: html`<form class="doorway-form" method="post" action="/password-reset" novalidate>
${formField({
  name: 'email',
  label: t.email,
  type: 'email',
  autocomplete: 'email',
  value: email,
  fieldError: fieldErrors.get('email'),
  focused: true,
})}
<button class="button button-primary" type="submit">${t.resetButton}</button>
</form>`,
    otherwise: html`<a href="/recovery-code">${t.recoveryLink}</a>`,
  })
}

function passwordForm(request: PageRequest, token: string, state: FormState): Promise<SiteResponse> {
  const t = request.t.accounts
  const { status, alert, fieldErrors, retryAfterSeconds } = state
  return accountFrame(request, {
    title: t.newPasswordTitle,
    intro: t.newPasswordText,
    alert,
    status,
    retryAfterSeconds,
    form: html`<form class="doorway-form" method="post" action="/password-reset" novalidate>
<input type="hidden" name="token" value="${token}">
${formField({
  name: 'password',
  label: t.newPassword,
  type: 'password',
  autocomplete: 'new-password',
  hint: t.newPasswordHint,
  fieldError: fieldErrors.get('password'),
  focused: true,
  reveal: t.showPassword,
})}
<button class="button button-primary" type="submit">${t.newPasswordButton}</button>
</form>`,
    otherwise: null,
  })
}

function invalidLinkPage(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.accounts
  return accountFrame(request, {
    title: t.linkInvalidTitle,
    intro: t.linkInvalidText,
    status: 400,
    form: html`<p><a class="button button-primary" href="/password-reset">${t.linkAgain}</a></p>`,
    otherwise: null,
  })
}

function noMailPage(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.accounts
  return accountFrame(request, {
    title: t.resetTitle,
    intro: t.resetNoMail,
    form: html`<p><a class="button" href="/recovery-code">${t.recoveryLink}</a></p>`,
    otherwise: html`<a href="/login">${t.toLogInLink}</a>`,
  })
}
