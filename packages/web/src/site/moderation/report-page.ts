import { ApiError, type ApiErrorCode, type ReportContent } from '@galley/client'
import { REPORT_NOTE_MAX_CHARACTERS } from '@galley/contract/limits'
import { REPORT_REASONS, type ReportReason } from '@galley/contract/moderation'
import { errorPage } from '../error-pages.ts'
import { attributes, type Html, html } from '../html.ts'
import { accountFrame } from '../identity/accounts/account-frame.ts'
import { localPath } from '../local-path.ts'
import type { PageRequest } from '../page-request.ts'
import { logInPath, withQuery } from '../paths.ts'
import { redirect } from '../respond.ts'
import type { SiteResponse } from '../site-request.ts'

/** What is reported, and the page that the reader came from. */
interface Target {
  readonly kind: 'post' | 'comment' | 'user'
  readonly name: string
  readonly back: string
}

interface Draft {
  readonly reason?: ReportReason | undefined
  readonly note: string
  readonly status: number
  readonly alert?: string | undefined
}

/** GET /report?post=…: the form, which works without scripts. */
export async function reportPage(request: PageRequest): Promise<SiteResponse> {
  const { url } = request
  if ((await request.readReader()) === null) return redirect(logInPath(url.pathname + url.search), 302)
  if (url.searchParams.has('done')) {
    const t = request.t.reports
    const back = html`<a href="${localPath(url.searchParams.get('back'), '/')}">${t.back}</a>`
    return accountFrame(request, { title: t.doneTitle, intro: t.doneText, form: html``, otherwise: back })
  }
  const target = targetOf(url.searchParams)
  return target === undefined ? errorPage(request, 404) : showForm(request, target, { note: '', status: 200 })
}

/** POST /report */
export async function sendReport(request: PageRequest): Promise<SiteResponse> {
  const { client, form } = request
  const t = request.t.reports
  const target = targetOf(form)
  if (target === undefined) return errorPage(request, 400)
  const reason = REPORT_REASONS.find(known => known === form.get('reason'))
  // Browsers send line ends as CR LF, but count them as one character.
  const note = (form.get('note') ?? '').replace(/\r\n/g, '\n').trim()
  if (reason === undefined) return showForm(request, target, { note, status: 400, alert: t.chooseReason })
  try {
    await client.reader.report({ ...bodyTarget(target), reason, ...(note && { note }) })
    return redirect(withQuery('/report', { done: 1, back: target.back }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'UNAUTHORIZED') return redirect(logInPath(addressOf(target)))
    const alerts: Partial<Record<ApiErrorCode, string>> = {
      LIMIT_REACHED: t.limit,
      QUOTA_EXCEEDED: request.t.quotaText,
      VALIDATION_ERROR: t.noteError,
    }
    const alert = alerts[error.code]
    if (alert === undefined) throw error
    return showForm(request, target, { reason, note, status: 400, alert })
  }
}

async function showForm(request: PageRequest, target: Target, draft: Draft): Promise<SiteResponse> {
  const t = request.t.reports
  const about = await describe(request, target)
  return accountFrame(request, {
    title: t.title,
    intro: t.intro,
    alert: draft.alert,
    status: draft.status,
    form: html`<form class="doorway-form" method="post" action="/report">
<input type="hidden" name="${target.kind}" value="${target.name}"><input type="hidden" name="back" value="${target.back}">
<p><strong>${about}</strong></p>
<fieldset class="field report-reasons"><legend>${t.reason}</legend>
${REPORT_REASONS.map(reason => reasonChoice(t.reasons[reason], reason, reason === draft.reason))}</fieldset>
<div class="field"><label for="note">${t.note} <span class="field-optional">${t.optional}</span></label>
<textarea id="note" name="note" rows="4" maxlength="${REPORT_NOTE_MAX_CHARACTERS}" aria-describedby="note-hint">${draft.note}</textarea>
<p class="field-hint" id="note-hint">${t.noteHint}</p></div>
<button class="button button-primary" type="submit">${t.send}</button>
</form>`,
    otherwise: html`<a href="${target.back}">${t.back}</a>`,
  })
}

const reasonChoice = (label: string, reason: ReportReason, isChosen: boolean): Html =>
  html`<label><input type="radio" required name="reason" value="${reason}"${attributes({ checked: isChosen })}> ${label}</label>\n`

/** Fails for a post that the reader cannot see, so that nothing can be learned about it. */
async function describe({ t: { reports: t }, client }: PageRequest, { kind, name }: Target): Promise<string> {
  if (kind === 'comment') return t.aboutComment
  if (kind === 'user') return t.aboutUser((await client.public.profile(name)).profile.username)
  return t.aboutPost((await client.public.post(name, { headers: { 'sec-purpose': 'prefetch' } })).title)
}

function targetOf(values: URLSearchParams): Target | undefined {
  const back = localPath(values.get('back'), '/')
  for (const kind of ['post', 'comment', 'user'] as const) {
    const name = values.get(kind)
    if (name !== null && /^[\w-]+$/.test(name)) return { kind, name, back }
  }
  return undefined
}

function bodyTarget({ kind, name }: Target): Pick<ReportContent, 'post_id' | 'comment_id' | 'username'> {
  if (kind === 'user') return { username: name }
  return kind === 'post' ? { post_id: name } : { comment_id: name }
}

const addressOf = ({ kind, name, back }: Target): string => withQuery('/report', { [kind]: name, back })
