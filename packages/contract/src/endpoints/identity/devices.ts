import { get, post } from '../../endpoint.ts'
import * as devices from '../../schemas/identity/devices.ts'
import { IssuedToken } from '../../schemas/identity/tokens.ts'
import { Done } from '../../schemas/schema.ts'

/** A program without a browser gets a token: it shows a code, and its owner approves the code in the browser. */
export const deviceEndpoints = {
  requestDevice: post('/api/v1/device', 'devices.request', {
    summary: 'Ask for a token for a program',
    description:
      'The first step of a program that wants a token (RFC 8628). It shows `user_code` and `verification_uri`, or opens `verification_uri_complete`, and then asks `POST /device/token` every `interval` seconds. The codes are valid for 10 minutes and can be used once. At most 20 a minute per IP address.',
    tag: 'Tokens',
    auth: 'none',
    body: devices.RequestDevice,
    example: {
      body: { client_name: 'gly on laptop', scopes: ['posts:read', 'posts:write', 'uploads'] },
      response: {
        device_code: 'kX3vQ9aB'.repeat(8),
        user_code: 'BCDF-GHJK',
        verification_uri: 'https://galley.example/device',
        verification_uri_complete: 'https://galley.example/device?user_code=BCDF-GHJK',
        expires_in: 600,
        interval: 5,
      },
    },
    response: devices.DeviceRequest,
  }),
  fetchDeviceToken: post('/api/v1/device/token', 'devices.token', {
    summary: 'Fetch the token of a program',
    description:
      '400 `AUTHORIZATION_PENDING` until the person has decided, `SLOW_DOWN` if you ask more often than every `interval` seconds, `ACCESS_DENIED` if they refused, `EXPIRED_TOKEN` if the code has expired, was used or is unknown. After the approval the answer is the token, once. 400 `LIMIT_REACHED` if the person has 10 active tokens; after one is revoked, ask again.',
    tag: 'Tokens',
    auth: 'none',
    body: devices.FetchDeviceToken,
    example: { body: { device_code: 'kX3vQ9aB'.repeat(8) } },
    errors: ['AUTHORIZATION_PENDING', 'SLOW_DOWN', 'ACCESS_DENIED', 'EXPIRED_TOKEN', 'LIMIT_REACHED'],
    response: IssuedToken,
  }),
  readDevice: get('/api/v1/device/:user_code', 'devices.read', {
    summary: 'Read what a program asks for',
    description:
      'Session cookie only. For the page where you approve a program. 404 if the code is unknown, has expired or was decided on. At most 20 codes a minute per account and per IP address.',
    tag: 'Tokens',
    auth: 'session',
    response: devices.PendingDevice,
  }),
  approveDevice: post('/api/v1/device/approve', 'devices.approve', {
    summary: 'Approve a program',
    description:
      'Session cookie only, Premium. The program gets a token with the requested scopes, or with those of `scopes`. An active token of the same name is revoked when the program fetches its token.',
    tag: 'Tokens',
    auth: 'session',
    capability: 'bearer',
    body: devices.ApproveDevice,
    example: { body: { user_code: 'BCDF-GHJK' } },
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
    response: Done,
  }),
  refuseDevice: post('/api/v1/device/refuse', 'devices.refuse', {
    summary: 'Refuse a program',
    description: 'Session cookie only. The program is told so.',
    tag: 'Tokens',
    auth: 'session',
    body: devices.RefuseDevice,
    example: { body: { user_code: 'BCDF-GHJK' } },
    errors: ['NOT_FOUND'],
    response: Done,
  }),
} as const
