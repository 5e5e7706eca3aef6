import { ApiError } from '@galley/client'
import { html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame, linkTo } from './account-frame.ts'
import { NO_ERRORS } from './forms/field-errors.ts'
import { type FormState, toFormState } from './forms/form-state.ts'
import { nextPath } from './forms/next-path.ts'
import { EMPTY_FIELDS, readFields, type SignUpFields, signUpFields, toSignUp } from './forms/sign-up-fields.ts'

/** GET /signup */
export async function signUpPage(request: PageRequest): Promise<SiteResponse> {
  if ((await request.readReader()) !== null) return redirect(nextPath(request), 302)
  if (request.site.signups === 'closed') return closedPage(request, 200)
  if (request.site.signups === 'invite') {
    const invitation = request.url.searchParams.get('invitation')
    if (invitation === null) return invitationPage(request, 'needed')
    if (!(await isUsable(request, invitation))) return invitationPage(request, 'invalid')
  }
  return show(request, EMPTY_FIELDS, { status: 200, fieldErrors: NO_ERRORS })
}

/** POST /signup */
export async function signUp(request: PageRequest): Promise<SiteResponse> {
  const { form, client } = request
  const sent = readFields(form)
  try {
    const invitation = form.get('invitation')
    await client.session.signUp({ ...toSignUp(sent), ...(invitation !== null && { invitation }) })
    const next = nextPath(request)
    // Readers who came from no particular page see the first steps.
    return redirect(next === '/' ? '/studio' : next)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'FORBIDDEN') {
      return request.site.signups === 'invite' ? invitationPage(request, 'invalid') : closedPage(request, 403)
    }
    return show(request, sent, toFormState(request, sent, error))
  }
}

function show(request: PageRequest, sent: SignUpFields, state: FormState): Promise<SiteResponse> {
  const t = request.t.accounts
  const next = nextPath(request)
  const { status, alert, fieldErrors, retryAfterSeconds } = state
  const invitation = request.form.get('invitation') ?? request.url.searchParams.get('invitation')
  return accountFrame(request, {
    title: t.signUpTitle,
    intro: t.signUpText,
    alert,
    status,
    retryAfterSeconds,
    form: html`<form class="doorway-form" method="post" action="/signup" novalidate>
<input type="hidden" name="next" value="${next}">
${invitation !== null && html`<input type="hidden" name="invitation" value="${invitation}">`}
${signUpFields(request, sent, fieldErrors)}
<button class="button button-primary" type="submit">${t.signUpButton}</button>
</form>`,
    otherwise: html`${t.toLogIn} ${linkTo('/login', next, t.toLogInLink)}`,
  })
}

async function isUsable({ client }: PageRequest, invitation: string): Promise<boolean> {
  try {
    await client.invitations.check({ invitation })
    return true
  } catch (error) {
    // An empty or an endless one is as invalid as a wrong one.
    if (error instanceof ApiError && (error.code === 'FORBIDDEN' || error.code === 'VALIDATION_ERROR')) return false
    throw error
  }
}

function invitationPage(request: PageRequest, why: 'needed' | 'invalid'): Promise<SiteResponse> {
  const t = request.t.accounts
  return accountFrame(request, {
    title: why === 'needed' ? t.inviteTitle : t.inviteInvalidTitle,
    intro: why === 'needed' ? t.inviteText : t.inviteInvalidText,
    status: why === 'needed' ? 200 : 403,
    form: html`<p>${t.inviteAsk}</p>`,
    otherwise: html`${t.toLogIn} ${linkTo('/login', nextPath(request), t.toLogInLink)}`,
  })
}

function closedPage(request: PageRequest, status: number): Promise<SiteResponse> {
  const t = request.t.accounts
  return accountFrame(request, {
    title: t.closedTitle,
    intro: t.closedText,
    status,
    form: html`<p>${t.closedAsk}</p>`,
    otherwise: html`${t.toLogIn} ${linkTo('/login', nextPath(request), t.toLogInLink)}`,
  })
}
