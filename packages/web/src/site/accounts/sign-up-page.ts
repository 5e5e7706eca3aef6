import { ApiError } from '@galley/client'
import { redirect } from '../answer.ts'
import { html } from '../html.ts'
import type { PageRequest } from '../page-request.ts'
import type { SiteResponse } from '../site-request.ts'
import { accountFrame, linkTo } from './account-frame.ts'
import { accountTexts } from './account-texts.ts'
import { NO_FAULTS } from './field-faults.ts'
import { formField } from './form-field.ts'
import { nextPath } from './next-path.ts'
import { type Refusal, refusalOf } from './refusal.ts'

const FIELDS = ['username', 'email', 'display_name', 'password'] as const
type SignUpFields = Readonly<Record<(typeof FIELDS)[number], string>>

const EMPTY_FIELDS: SignUpFields = { username: '', email: '', display_name: '', password: '' }

/** GET /signup */
export async function signUpPage(request: PageRequest): Promise<SiteResponse> {
  if ((await request.reader) !== null) return redirect(nextPath(request), 302)
  if (request.site.signups === 'closed') return closedPage(request, 200)
  return show(request, EMPTY_FIELDS, { status: 200, faults: NO_FAULTS })
}

/** POST /signup */
export async function signUp(request: PageRequest): Promise<SiteResponse> {
  const { form, client } = request
  const text = (name: string) => (form.get(name) ?? '').trim()
  const sent = {
    username: text('username'),
    email: text('email'),
    display_name: text('display_name'),
    password: form.get('password') ?? '',
  }
  try {
    await client.session.signUp({ ...sent, display_name: sent.display_name === '' ? null : sent.display_name })
    const next = nextPath(request)
    // Readers who came from no particular page see the first steps.
    return redirect(next === '/' ? '/studio' : next)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return closedPage(request, 403)
    return show(request, sent, refusalOf(request, sent, error))
  }
}

function show(request: PageRequest, sent: SignUpFields, refusal: Refusal): Promise<SiteResponse> {
  const t = accountTexts(request.language)
  const next = nextPath(request)
  const { status, alert, faults, retryAfterSeconds } = refusal
  const firstFault = FIELDS.find(name => faults.has(name))
  const about = (name: (typeof FIELDS)[number]) => ({ name, fault: faults.get(name), focused: name === firstFault })
  return accountFrame(request, {
    title: t.signUpTitle,
    intro: t.signUpText,
    alert,
    status,
    retryAfterSeconds,
    form: html`<form class="doorway-form" method="post" action="/signup" novalidate>
<input type="hidden" name="next" value="${next}">
${formField({
  ...about('username'),
  label: t.username,
  type: 'text',
  autocomplete: 'username',
  value: sent.username,
  hint: t.usernameHint,
})}
${formField({
  ...about('email'),
  label: t.email,
  type: 'email',
  autocomplete: 'email',
  value: sent.email,
  hint: t.emailHint,
})}
${formField({
  ...about('display_name'),
  label: t.displayName,
  type: 'text',
  autocomplete: 'name',
  value: sent.display_name,
  hint: t.displayNameHint,
  optional: t.optional,
})}
${formField({
  ...about('password'),
  label: t.password,
  type: 'password',
  autocomplete: 'new-password',
  hint: t.newPasswordHint,
  reveal: t.showPassword,
})}
<button class="button button-primary" type="submit">${t.signUpButton}</button>
</form>`,
    otherwise: html`${t.toLogIn} ${linkTo('/login', next, t.toLogInLink)}`,
  })
}

function closedPage(request: PageRequest, status: number): Promise<SiteResponse> {
  const t = accountTexts(request.language)
  return accountFrame(request, {
    title: t.closedTitle,
    intro: t.closedText,
    status,
    form: html`<p>${t.closedAsk}</p>`,
    otherwise: html`${t.toLogIn} ${linkTo('/login', nextPath(request), t.toLogInLink)}`,
  })
}
