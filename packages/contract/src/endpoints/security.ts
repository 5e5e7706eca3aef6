import { post } from '../endpoint.ts'
import { Done } from '../schemas/schema.ts'
import { ConfirmSession } from '../schemas/security.ts'

export const securityEndpoints = {
  confirmSession: post('/api/v1/session/confirm', {
    summary: 'Confirm your password',
    description:
      'Session cookie only. For the next 10 minutes, this session may issue tokens, approve programs and change how the account is protected; other sessions get 403 `REAUTHENTICATION_REQUIRED` there. A log-in counts too.',
    tag: 'Account',
    auth: 'session',
    body: ConfirmSession,
    example: { body: { password: 'correct horse battery' } },
    response: Done,
  }),
} as const
