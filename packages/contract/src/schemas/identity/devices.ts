import { type Static, Type } from 'typebox'
import { TOKEN_NAME_MAX_CHARACTERS, USER_CODE_MAX_CHARACTERS } from '../../values/limits.ts'
import { closed, Timestamp } from '../schema.ts'
import { requestedScopes, TokenScope } from './tokens.ts'

export const RequestDevice = closed('RequestDevice', {
  client_name: Type.String({
    minLength: 1,
    maxLength: TOKEN_NAME_MAX_CHARACTERS,
    description:
      'Shown to the person who approves, and the name of the token. Include the machine’s name: an active token of the same name is replaced.',
  }),
  scopes: Type.Optional(requestedScopes),
})
export type RequestDevice = Static<typeof RequestDevice>

export const DeviceRequest = Type.Object(
  {
    device_code: Type.String({ description: 'A secret of the program, with which it asks for the token.' }),
    user_code: Type.String({ description: 'For the person to compare or to type, such as `BCDF-GHJK`.' }),
    verification_uri: Type.String({ description: 'The page where the person types the code.' }),
    verification_uri_complete: Type.String({ description: 'The same page with the code.' }),
    expires_in: Type.Integer({ description: 'In seconds.' }),
    interval: Type.Integer({ description: 'The least number of seconds between two requests for the token.' }),
  },
  { title: 'DeviceRequest' },
)
export type DeviceRequest = Static<typeof DeviceRequest>

export const FetchDeviceToken = closed('FetchDeviceToken', {
  device_code: Type.String({ minLength: 1, maxLength: 200 }),
})
export type FetchDeviceToken = Static<typeof FetchDeviceToken>

const userCode = Type.String({
  minLength: 1,
  maxLength: USER_CODE_MAX_CHARACTERS,
  description: 'Upper or lower case, with or without the dash.',
})

/** What the approval page shows. */
export const PendingDevice = Type.Object(
  {
    user_code: Type.String(),
    client_name: Type.String({ description: 'As the program calls itself. It is not verified.' }),
    scopes: Type.Array(TokenScope),
    replaces_token: Type.Boolean({ description: 'Whether you have an active token of this name, which is revoked.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'PendingDevice' },
)
export type PendingDevice = Static<typeof PendingDevice>

export const ApproveDevice = closed('ApproveDevice', {
  user_code: userCode,
  scopes: Type.Optional(
    Type.Array(TokenScope, { minItems: 1, description: 'Some of the requested scopes; all of them by default.' }),
  ),
})
export type ApproveDevice = Static<typeof ApproveDevice>

export const RefuseDevice = closed('RefuseDevice', { user_code: userCode })
export type RefuseDevice = Static<typeof RefuseDevice>
