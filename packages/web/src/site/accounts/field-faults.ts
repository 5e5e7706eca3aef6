import type { FieldError } from '@galley/client'
import { USERNAME_PATTERN } from '@galley/contract/limits'
import type { AccountTexts } from './account-texts.ts'

/** What was wrong, by the name of the field, in the reader's language. */
export type Faults = ReadonlyMap<string, string>

export const NO_FAULTS: Faults = new Map()

/** The API speaks English to programs; a person is told what to do instead. */
export function faultsOf(
  fields: readonly FieldError[],
  sent: Readonly<Record<string, string>>,
  t: AccountTexts,
): Faults {
  return new Map(fields.map(({ field, code }) => [field, wordsFor(field, code, sent[field] ?? '', t)]))
}

function wordsFor(field: string, code: FieldError['code'], value: string, t: AccountTexts): string {
  if (value.trim() === '') return t.required
  if (code === 'TOO_LONG' || code === 'TOO_SHORT') return lengthWords(field, code, t)
  // The same code stands for a form that is wrong and for a value that somebody else has.
  if (field === 'username') return new RegExp(USERNAME_PATTERN).test(value) ? t.usernameTaken : t.usernameCharacters
  if (field === 'email') return /^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/.test(value) ? t.emailTaken : t.emailMalformed
  return t.unusable
}

function lengthWords(field: string, code: FieldError['code'], t: AccountTexts): string {
  if (field === 'username') return t.usernameLength
  if (field === 'display_name') return t.displayNameTooLong
  if (field === 'password') return code === 'TOO_LONG' ? t.passwordTooLong : t.passwordTooShort
  return t.emailTooLong
}
