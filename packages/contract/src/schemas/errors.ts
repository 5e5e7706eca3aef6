import { type Static, Type } from 'typebox'
import { ERROR_CODES, FIELD_CODES } from '../values/error-codes.ts'
import { oneOf } from './schema.ts'

export const FieldError = Type.Object(
  {
    field: Type.String({
      description: 'Name of the invalid field or query parameter; `tags.3` for an entry of a list.',
    }),
    code: oneOf(FIELD_CODES),
    message: Type.String(),
    suggestion: Type.Optional(Type.String({ description: 'What was probably meant.' })),
  },
  { title: 'FieldError' },
)
export type FieldError = Static<typeof FieldError>

export const ErrorAnswer = Type.Object(
  {
    error: Type.Object({
      code: oneOf(ERROR_CODES),
      message: Type.String({ description: 'For people; the text may change.' }),
      fields: Type.Array(FieldError, {
        description: 'All invalid fields; empty for other errors.',
      }),
      request_id: Type.String({ description: 'Identifies this request in the server log.' }),
      used_bytes: Type.Optional(
        Type.Integer({ minimum: 0, description: 'With `QUOTA_EXCEEDED`: what you have stored.' }),
      ),
      limit_bytes: Type.Optional(
        Type.Integer({ minimum: 0, description: 'With `QUOTA_EXCEEDED`: what your plan allows.' }),
      ),
    }),
  },
  { title: 'Error' },
)
export type ErrorAnswer = Static<typeof ErrorAnswer>

/** The older error format of the deprecated `POST /api/v1/token`. */
export const OlderErrorAnswer = Type.Object({ error: Type.String() }, { title: 'OlderError' })
export type OlderErrorAnswer = Static<typeof OlderErrorAnswer>
