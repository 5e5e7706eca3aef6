import { type Static, Type } from 'typebox'
import { EMAIL_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '../../values/limits.ts'
import { Count, closed, nullable, Timestamp } from '../schema.ts'

export const ConfirmSession = closed('ConfirmSession', {
  password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_CHARACTERS }),
})
export type ConfirmSession = Static<typeof ConfirmSession>

/** The codes with which the owner sets a new password without mail. */
export const RecoveryCodesState = Type.Object(
  { remaining: Count, created_at: nullable(Timestamp) },
  { title: 'RecoveryCodesState' },
)
export type RecoveryCodesState = Static<typeof RecoveryCodesState>

export const RecoveryCodes = Type.Object(
  { codes: Type.Array(Type.String(), { description: 'Only in this response.' }) },
  { title: 'RecoveryCodes' },
)
export type RecoveryCodes = Static<typeof RecoveryCodes>

export const UseRecoveryCode = closed('UseRecoveryCode', {
  login: Type.String({ minLength: 1, maxLength: EMAIL_MAX_CHARACTERS, description: 'E-mail address or username.' }),
  code: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Upper or lower case, with or without hyphens and spaces.',
  }),
  password: Type.String({ minLength: PASSWORD_MIN_CHARACTERS, maxLength: PASSWORD_MAX_CHARACTERS }),
})
export type UseRecoveryCode = Static<typeof UseRecoveryCode>
