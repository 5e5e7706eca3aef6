import { ApiError, type Me, type PendingDevice } from '@galley/client'
import { planAllows } from '@galley/contract/identity/plans'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { logInPath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame } from '../accounts/account-frame.ts'
import { formField } from '../accounts/forms/form-field.ts'
import { toFormState } from '../accounts/forms/form-state.ts'

/** GET /device: asks for the code, then shows what the program may do. Only POST decides. */
export async function devicePage(request: PageRequest): Promise<SiteResponse> {
  const { url } = request
  const reader = (await request.readReader())?.me ?? null
  if (reader === null) return redirect(logInPath(url.pathname + url.search), 302)
  const done = url.searchParams.get('done')
  if (done === 'approved' || done === 'refused') return donePage(request, done)
  const code = (url.searchParams.get('user_code') ?? '').trim()
  return code === '' ? codePage(request, code) : confirmPage(request, reader, code)
}

/** Why a form is shown again. */
export interface RejectedForm {
  readonly status: number
  readonly alert: string
}

/** What a program asks for, with the buttons to decide. */
export async function confirmPage(
  request: PageRequest,
  reader: Me,
  code: string,
  refused?: RejectedForm,
): Promise<SiteResponse> {
  const t = request.t.programs
  let pending: PendingDevice
  try {
    pending = await request.client.devices.read(code)
  } catch (error) {
    return codePage(request, code, error)
  }
  const mayApprove = planAllows(reader.subscription_plan, 'bearer')
  return accountFrame(request, {
    title: t.title,
    intro: t.asks(reader.username),
    alert: refused?.alert ?? (mayApprove ? undefined : t.planRequired),
    ...(refused && { status: refused.status }),
    form: html`${programView(request, pending)}
<form class="doorway-form" method="post" action="/device">
<input type="hidden" name="user_code" value="${pending.user_code}">
<input type="hidden" name="back" value="/device?user_code=${pending.user_code}">
<div class="doorway-choices">
${mayApprove && html`<button class="button button-primary" type="submit" name="decision" value="approve">${t.approve}</button>`}
<button class="button" type="submit" name="decision" value="refuse">${t.refuse}</button>
</div>
</form>`,
    otherwise: mayApprove
      ? html`${t.revoke} <a href="/studio/settings/tokens">${t.toTokens}</a>`
      : html`<a href="/studio/settings/plan">${t.seePlans}</a>`,
  })
}

function programView({ t: { programs: t } }: PageRequest, pending: PendingDevice): Html {
  return html`<dl class="device">
<div><dt>${t.program}</dt><dd><strong>${pending.client_name}</strong><p class="field-hint">${t.notVerified}</p></dd></div>
<div><dt>${t.mayDo}</dt><dd><ul>${pending.scopes.map(scope => html`<li>${t.scopeNames[scope]}</li>`)}</ul></dd></div>
<div><dt>${t.code}</dt><dd><code>${pending.user_code}</code><p class="field-hint">${t.compare}</p></dd></div>
</dl>
${pending.replaces_token && html`<p class="device-note">${t.replaces}</p>`}`
}

/** The form for the code. `error` says why an entered code was not accepted. */
export function codePage(request: PageRequest, code: string, error?: unknown): Promise<SiteResponse> {
  const t = request.t.programs
  const { status, alert, fieldError, retryAfterSeconds } =
    error === undefined ? SHOWN : codeFormState(request, code, error)
  return accountFrame(request, {
    title: t.enterTitle,
    intro: t.enterText,
    alert,
    status,
    retryAfterSeconds,
    form: html`<form class="doorway-form" method="get" action="/device" novalidate>
${formField({
  name: 'user_code',
  label: t.code,
  type: 'text',
  autocomplete: 'off',
  value: code,
  hint: t.codeHint,
  fieldError,
  focused: true,
})}
<button class="button button-primary" type="submit">${t.continue}</button>
</form>`,
    otherwise: null,
  })
}

interface CodeFormState {
  readonly status: number
  readonly alert?: string | undefined
  readonly fieldError?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

const SHOWN: CodeFormState = { status: 200 }

function codeFormState(request: PageRequest, code: string, error: unknown): CodeFormState {
  const isUnknown = error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'VALIDATION_ERROR')
  if (isUnknown) return { status: error.status, fieldError: request.t.programs.unknownCode }
  const { status, alert, retryAfterSeconds } = toFormState(request, { user_code: code }, error)
  return { status, alert, retryAfterSeconds }
}

function donePage(request: PageRequest, done: 'approved' | 'refused'): Promise<SiteResponse> {
  const t = request.t.programs
  const isApproved = done === 'approved'
  return accountFrame(request, {
    title: isApproved ? t.approvedTitle : t.refusedTitle,
    intro: isApproved ? t.approvedText : t.refusedText,
    form: html``,
    otherwise: isApproved ? html`${t.revoke} <a href="/studio/settings/tokens">${t.toTokens}</a>` : null,
  })
}
