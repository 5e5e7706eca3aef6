import { type Static, Type } from 'typebox'
import { PASSWORD_MAX_CHARACTERS } from '../values/limits.ts'
import { closed } from './schema.ts'

export const ConfirmSession = closed('ConfirmSession', {
  password: Type.String({ minLength: 1, maxLength: PASSWORD_MAX_CHARACTERS }),
})
export type ConfirmSession = Static<typeof ConfirmSession>
