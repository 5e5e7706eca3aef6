import { html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame } from './account-frame.ts'
import { NO_ERRORS } from './forms/field-errors.ts'
import { formField } from './forms/form-field.ts'
import { type FormState, toFormState } from './forms/form-state.ts'

/** GET /recovery-code: for an owner who cannot log in and gets no mail. */
export function recoveryCodePage(request: PageRequest): Promise<SiteResponse> {
  return show(request, { login: '', code: '' }, { status: 200, fieldErrors: NO_ERRORS })
}

/** POST /recovery-code */
export async function recoverWithCode(request: PageRequest): Promise<SiteResponse> {
  const text = (name: string) => (request.form.get(name) ?? '').trim()
  const sent = { login: text('login'), code: text('code'), password: request.form.get('password') ?? '' }
  const t = request.t.accounts
  try {
    await request.client.session.recoverWithCode(sent)
  } catch (error) {
    return show(request, sent, toFormState(request, sent, error))
  }
  return accountFrame(request, {
    title: t.resetDoneTitle,
    intro: t.recoveryDoneText,
    form: html`<p><a class="button button-primary" href="/login">${t.toLogInLink}</a></p>`,
    otherwise: null,
  })
}

function show(
  request: PageRequest,
  sent: { readonly login: string; readonly code: string },
  { status, alert, fieldErrors, retryAfterSeconds }: FormState,
): Promise<SiteResponse> {
  const t = request.t.accounts
  const focused = ['login', 'code', 'password'].find(name => fieldErrors.has(name)) ?? 'login'
  const about = (name: 'login' | 'code' | 'password') => ({
    name,
    fieldError: fieldErrors.get(name),
    focused: name === focused,
  })
  return accountFrame(request, {
    title: t.recoveryTitle,
    intro: t.recoveryText,
    alert,
    status,
    retryAfterSeconds,
    form: html`<form class="doorway-form" method="post" action="/recovery-code" novalidate>
${formField({ ...about('login'), label: t.login, type: 'text', autocomplete: 'username', value: sent.login })}
${formField({
  ...about('code'),
  label: t.recoveryCode,
  type: 'text',
  autocomplete: 'off',
  value: sent.code,
  hint: t.recoveryCodeHint,
})}
${formField({
  ...about('password'),
  label: t.newPassword,
  type: 'password',
  autocomplete: 'new-password',
  hint: t.newPasswordHint,
  reveal: t.showPassword,
})}
<button class="button button-primary" type="submit">${t.newPasswordButton}</button>
</form>`,
    otherwise: html`<a href="/login">${t.toLogInLink}</a>`,
  })
}
