import type { FieldError } from '@galley/client'
import { USERNAME_PATTERN } from '@galley/contract/limits'
import type { Texts } from '../../../../texts/en/site.ts'

/** Error messages by field name, in the reader's language. */
export type FieldErrors = ReadonlyMap<string, string>

export const NO_ERRORS: FieldErrors = new Map()

/** The API's messages are English and written for programs, so they are replaced by instructions for people. */
export function fieldErrorsOf(
  fields: readonly FieldError[],
  sent: Readonly<Record<string, string>>,
  t: Texts['accounts'],
): FieldErrors {
  return new Map(fields.map(({ field, code }) => [field, messageFor(field, code, sent[field] ?? '', t)]))
}

function messageFor(field: string, code: FieldError['code'], value: string, t: Texts['accounts']): string {
  if (value.trim() === '') return t.required
  if (code === 'TOO_LONG' || code === 'TOO_SHORT') return lengthMessage(field, code, t)
  // The same code is used for a malformed value and for one that is already taken.
  if (field === 'username') return new RegExp(USERNAME_PATTERN).test(value) ? t.usernameTaken : t.usernameCharacters
  if (field === 'email') return /^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/.test(value) ? t.emailTaken : t.emailMalformed
  if (field === 'code') return t.wrongRecoveryCode
  return t.unusable
}

function lengthMessage(field: string, code: FieldError['code'], t: Texts['accounts']): string {
  if (field === 'username') return t.usernameLength
  if (field === 'display_name') return t.displayNameTooLong
  if (field === 'password') return code === 'TOO_LONG' ? t.passwordTooLong : t.passwordTooShort
  return t.emailTooLong
}
