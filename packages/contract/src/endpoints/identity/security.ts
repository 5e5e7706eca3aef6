import { get, post } from '../../endpoint.ts'
import { ConfirmSession, RecoveryCodes, RecoveryCodesState, UseRecoveryCode } from '../../schemas/identity/security.ts'
import { Done } from '../../schemas/schema.ts'

export const securityEndpoints = {
  confirmSession: post('/api/v1/session/confirm', 'session.confirm', {
    summary: 'Confirm your password',
    description:
      'Session cookie only. For the next 10 minutes, this session may add and remove passkeys and make recovery codes; other sessions get 403 `REAUTHENTICATION_REQUIRED` there. A log-in counts too.',
    tag: 'Account',
    auth: 'session',
    body: ConfirmSession,
    example: { body: { password: 'correct horse battery' } },
    worksWhenFull: true,
    response: Done,
  }),
  readRecoveryCodes: get('/api/v1/recovery-codes', 'me.recoveryCodes', {
    summary: 'Count your recovery codes',
    description: 'Session cookie only. How many codes are left, and when they were made.',
    tag: 'Account',
    auth: 'session',
    response: RecoveryCodesState,
  }),
  makeRecoveryCodes: post('/api/v1/recovery-codes', 'me.makeRecoveryCodes', {
    summary: 'Make recovery codes',
    description:
      'Session cookie only. Ten codes, each of which sets a new password once. They are only included in this response. Earlier codes become invalid.',
    tag: 'Account',
    auth: 'session',
    reauthentication: true,
    response: RecoveryCodes,
  }),
  useRecoveryCode: post('/api/v1/password-reset/recovery-code', 'session.recoverWithCode', {
    summary: 'Set a new password with a recovery code',
    description:
      'Ends all sessions and passkeys of the account; API tokens stay valid. An unknown login and a wrong code are both 400 with the field `code`. At most 10 attempts per minute per IP address.',
    tag: 'Account',
    auth: 'none',
    body: UseRecoveryCode,
    example: { body: { login: 'alice', code: 'k7mq-2xwp-9rtb-hc4d', password: 'correct horse battery' } },
    worksWhenFull: true,
    response: Done,
  }),
} as const
