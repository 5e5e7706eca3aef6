import type { SignUp } from '@galley/client'
import { type Html, html } from '../../../html.ts'
import type { PageRequest } from '../../../page-request.ts'
import type { FieldErrors } from './field-errors.ts'
import { formField } from './form-field.ts'

const FIELDS = ['username', 'email', 'display_name', 'password'] as const
export type SignUpFields = Readonly<Record<(typeof FIELDS)[number], string>>

export const EMPTY_FIELDS: SignUpFields = { username: '', email: '', display_name: '', password: '' }

export function readFields(form: URLSearchParams): SignUpFields {
  const text = (name: string) => (form.get(name) ?? '').trim()
  return {
    username: text('username'),
    email: text('email'),
    display_name: text('display_name'),
    password: form.get('password') ?? '',
  }
}

/** As the API expects it: an empty display name is none. */
export const toSignUp = (sent: SignUpFields): SignUp => ({
  ...sent,
  display_name: sent.display_name === '' ? null : sent.display_name,
})

/** The fields of a new account. The first wrong one has the focus. */
export function signUpFields({ t: { accounts: t } }: PageRequest, sent: SignUpFields, fieldErrors: FieldErrors): Html {
  const firstWrong = FIELDS.find(name => fieldErrors.has(name))
  const about = (name: (typeof FIELDS)[number]) => ({
    name,
    fieldError: fieldErrors.get(name),
    focused: name === firstWrong,
  })
  return html`${formField({
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
})}`
}
