import { ApiError } from '@galley/client'
import { html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame } from './account-frame.ts'
import { NO_ERRORS } from './forms/field-errors.ts'
import { type FormState, toFormState } from './forms/form-state.ts'
import { EMPTY_FIELDS, readFields, type SignUpFields, signUpFields, toSignUp } from './forms/sign-up-fields.ts'

/** GET /setup?token=…: the form for the first administrator of an installation. */
export async function setupPage(request: PageRequest): Promise<SiteResponse> {
  const token = request.url.searchParams.get('token') ?? ''
  try {
    await request.client.session.checkSetup({ token })
  } catch (error) {
    if (isInvalidLink(error)) return invalidLinkPage(request)
    throw error
  }
  return show(request, token, EMPTY_FIELDS, { status: 200, fieldErrors: NO_ERRORS })
}

/** POST /setup */
export async function setUp(request: PageRequest): Promise<SiteResponse> {
  const token = request.url.searchParams.get('token') ?? ''
  const sent = readFields(request.form)
  try {
    await request.client.session.setUp({ token, ...toSignUp(sent) })
    return redirect('/studio')
  } catch (error) {
    if (isInvalidLink(error)) return invalidLinkPage(request)
    return show(request, token, sent, toFormState(request, sent, error))
  }
}

function show(request: PageRequest, token: string, sent: SignUpFields, state: FormState): Promise<SiteResponse> {
  const t = request.t.accounts
  const { status, alert, fieldErrors, retryAfterSeconds } = state
  return accountFrame(request, {
    title: t.setupTitle(request.site.name),
    intro: t.setupText,
    alert,
    status,
    retryAfterSeconds,
    form: html`<form class="doorway-form" method="post" action="/setup?token=${encodeURIComponent(token)}" novalidate>
${signUpFields(request, sent, fieldErrors)}
<button class="button button-primary" type="submit">${t.setupButton}</button>
</form>`,
    otherwise: null,
  })
}

/** A missing or an endless token is as invalid as a wrong one. */
const isInvalidLink = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'FORBIDDEN' ||
    (error.code === 'VALIDATION_ERROR' && error.fields.some(({ field }) => field === 'token')))

function invalidLinkPage(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.accounts
  return accountFrame(request, {
    title: t.setupInvalidTitle,
    intro: t.setupInvalidText,
    status: 403,
    form: html`<p>${t.setupInvalidHelp}</p>
<p><code>users set-role &lt;user&gt; admin</code></p>`,
    otherwise: html`<a href="/login">${t.toLogInLink}</a>`,
  })
}
