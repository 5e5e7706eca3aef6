import { type Static, Type } from 'typebox'
import { ERROR_CODES, FIELD_CODES } from '../values/error-codes.ts'
import { oneOf } from './schema.ts'

export const FieldError = Type.Object(
  {
    field: Type.String({
      description: 'Name of the faulty field or query parameter; `tags.3` for an entry of a list.',
    }),
    code: oneOf(FIELD_CODES),
    message: Type.String(),
  },
  { title: 'FieldError' },
)
export type FieldError = Static<typeof FieldError>

export const ErrorAnswer = Type.Object(
  {
    error: Type.Object({
      code: oneOf(ERROR_CODES),
      message: Type.String({ description: 'For people; its words may change.' }),
      fields: Type.Array(FieldError, {
        description: 'Every faulty field, not only the first; empty for other errors.',
      }),
      request_id: Type.String({ description: 'Names this request in the server log.' }),
    }),
  },
  { title: 'Error' },
)
export type ErrorAnswer = Static<typeof ErrorAnswer>

/** The form that the deprecated `POST /api/v1/token` keeps. */
export const OlderErrorAnswer = Type.Object({ error: Type.String() }, { title: 'OlderError' })
export type OlderErrorAnswer = Static<typeof OlderErrorAnswer>
