import { ApiError } from '@galley/client'
import { type Html, html } from '../../html.ts'
import type { PageRequest } from '../../page-request.ts'
import { accountTexts } from '../account-texts.ts'
import { formField } from './form-field.ts'
import { passkeyButton } from './passkey-button.ts'
import { refusalOf } from './refusal.ts'

/** Why a form is shown again. */
export interface Refused {
  readonly status: number
  readonly alert?: string | undefined
  /** The form needs the password; `fault` says what is wrong with the one that was sent. */
  readonly proof?: { readonly fault?: string | undefined }
}

/** Sends the password of the form, if there is one. */
export async function sendProof({ form, client }: PageRequest): Promise<void> {
  const password = form.get('password') ?? ''
  if (password !== '') await client.session.confirm({ password })
}

/** If the API refused the form because the log-in was too long ago, or because the password is wrong. */
export function proofRefusal(request: PageRequest, error: unknown): Refused | undefined {
  const t = accountTexts(request.language)
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'REAUTHENTICATION_REQUIRED') return { status: 403, alert: t.proofNeeded, proof: {} }
  if (error.code === 'VALIDATION_ERROR' && error.fields.some(({ field }) => field === 'password')) {
    return { status: 400, alert: t.proofNeeded, proof: { fault: t.wrongPassword } }
  }
  const isWaiting = error.code === 'RATE_LIMITED' && request.form.has('password')
  return isWaiting ? { ...refusalOf(request, {}, error), proof: {} } : undefined
}

/** The field for the password, if it is needed. */
export function proofField(request: PageRequest, { proof }: Partial<Refused>): Html | false {
  const t = accountTexts(request.language)
  if (proof === undefined) return false
  return html`${formField({
    name: 'password',
    label: t.password,
    type: 'password',
    autocomplete: 'current-password',
    fault: proof.fault,
    focused: true,
    reveal: t.showPassword,
  })}
${passkeyButton(request, 'confirm')}`
}
