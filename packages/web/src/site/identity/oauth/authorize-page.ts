import { ApiError, type Me, type OAuthRequest } from '@galley/client'
import { planAllows } from '@galley/contract/identity/plans'
import { SCOPE_PRESETS, TOKEN_SCOPES, type TokenScope } from '@galley/contract/identity/scopes'
import { attributes, type Html, html } from '../../html.ts'
import { page } from '../../layout.ts'
import type { PageRequest } from '../../page-request.ts'
import { logInPath } from '../../paths.ts'
import { redirect } from '../../respond.ts'
import type { SiteResponse } from '../../site-request.ts'
import { accountFrame } from '../accounts/account-frame.ts'
import type { RejectedForm } from '../devices/device-page.ts'
import { type AuthorizeRequest, readAuthorizeRequest, resultAddress } from './authorize-request.ts'

/** GET /oauth/authorize: shows who asks for what. Only POST decides. */
export async function authorizePage(request: PageRequest): Promise<SiteResponse> {
  const { url, site } = request
  const asked = readAuthorizeRequest(url.searchParams, site.publicUrl.origin)
  if (asked === undefined) return invalidPage(request)
  const reader = (await request.readReader())?.me ?? null
  if (reader === null) return redirect(logInPath(url.pathname + url.search), 302)
  return consentPage(request, reader, asked)
}

/** POST /oauth/authorize: approves or denies. Anything but an explicit approval denies it. */
export async function decideAuthorize(request: PageRequest): Promise<SiteResponse> {
  const { client, form, site } = request
  const { origin } = site.publicUrl
  const asked = readAuthorizeRequest(form, origin)
  if (asked === undefined) return invalidPage(request)
  const reader = (await request.readReader())?.me ?? null
  if (reader === null) return redirect(logInPath(`/oauth/authorize?${new URLSearchParams(parametersOf(asked))}`))
  const scopes = TOKEN_SCOPES.filter(scope => form.getAll('scopes').includes(scope))
  const t = request.t.programs.oauth
  try {
    if (form.get('decision') !== 'approve') {
      // Validates redirect_uri before redirecting with access_denied (open redirect).
      await client.oauth.read(asked)
      return backPage(request, t.refused, resultAddress(asked, origin, ['error', 'access_denied']))
    }
    if (scopes.length === 0) return consentPage(request, reader, asked, { status: 400, alert: t.chooseOne })
    const { client_id, redirect_uri, code_challenge } = asked
    const { code } = await client.oauth.approve({ client_id, redirect_uri, code_challenge, scopes })
    return backPage(request, t.approved, resultAddress(asked, origin, ['code', code]))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { planRequired, limitReached } = request.t.programs
    const alert = { PLAN_REQUIRED: planRequired, LIMIT_REACHED: limitReached }[error.code as string]
    if (alert !== undefined) return consentPage(request, reader, asked, { status: error.status, alert })
    if (error.status === 404 || error.status === 400) return invalidPage(request)
    throw error
  }
}

async function consentPage(
  request: PageRequest,
  reader: Me,
  asked: AuthorizeRequest,
  refused?: RejectedForm,
): Promise<SiteResponse> {
  const t = request.t.programs
  let pending: OAuthRequest
  try {
    const { client_id, redirect_uri, scope } = asked
    pending = await request.client.oauth.read({ client_id, redirect_uri, scope })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return invalidPage(request)
    throw error
  }
  const mayApprove = planAllows(reader.subscription_plan, 'bearer')
  return accountFrame(request, {
    title: t.title,
    intro: t.asks(reader.username),
    alert: refused?.alert ?? (mayApprove ? undefined : t.planRequired),
    ...(refused && { status: refused.status }),
    form: html`<form class="doorway-form" method="post" action="/oauth/authorize">
${hiddenFields(asked)}
${clientView(request, pending)}
<div class="doorway-choices">
${mayApprove && html`<button class="button button-primary" type="submit" name="decision" value="approve">${t.approve}</button>`}
<button class="button" type="submit" name="decision" value="refuse">${t.refuse}</button>
</div>
</form>`,
    otherwise: html`${t.revoke} <a href="/studio/settings/tokens">${t.toTokens}</a>`,
  })
}

/** Without what the person has chosen. */
const parametersOf = (asked: AuthorizeRequest): [string, string][] =>
  Object.entries({ ...asked, response_type: 'code', code_challenge_method: 'S256' }).flatMap(([name, value]) =>
    value == null ? [] : [[name, value]],
  )

const hiddenFields = (asked: AuthorizeRequest): Html[] =>
  parametersOf(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)

function clientView({ t: { programs }, form }: PageRequest, pending: OAuthRequest): Html {
  const t = programs.oauth
  // A form that was rejected keeps what was chosen.
  const chosen = form.has('scopes') ? form.getAll('scopes') : SCOPE_PRESETS.drafts
  const isChosen = (scope: TokenScope) => chosen.some(each => each === scope)
  return html`<dl class="device">
<div><dt>${t.client}</dt><dd><strong>${pending.client_name}</strong>
<p class="field-hint">${pending.client_host === null ? programs.notVerified : t.from(pending.client_host)}</p></dd></div>
<div><dt>${t.redirect}</dt><dd>${t.sentTo(pending.redirect_host)}</dd></div>
</dl>
<fieldset class="oauth-scopes"><legend>${t.mayDo}</legend>
${pending.scopes.map(scope => html`<label><input${attributes({ type: 'checkbox', name: 'scopes', value: scope, checked: isChosen(scope) })}> ${programs.scopeNames[scope]}</label>\n`)}
<p class="field-hint">${t.draftsHint}</p>
</fieldset>
${pending.replaces_token && html`<p class="device-note">${programs.replaces}</p>`}`
}

/** Sends the browser to the program. Not a redirect, because the policy of the page allows forms of this site only. */
async function backPage(request: PageRequest, text: string, address: string): Promise<SiteResponse> {
  const t = request.t.programs.oauth
  const response = await page(request, {
    title: t.continueTitle,
    noindex: true,
    head: html`<meta http-equiv="refresh" content="0;url=${address}">`,
    main: html`<div class="doorway"><h1>${t.continueTitle}</h1><p class="doorway-intro">${text}</p></div>`,
  })
  return {
    ...response,
    headers: { ...response.headers, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  }
}

/** The browser is never sent to an address that no known program has registered. */
function invalidPage(request: PageRequest): Promise<SiteResponse> {
  const t = request.t.programs.oauth
  return accountFrame(request, {
    title: t.invalidTitle,
    intro: t.invalidText,
    form: html``,
    otherwise: null,
    status: 400,
  })
}
