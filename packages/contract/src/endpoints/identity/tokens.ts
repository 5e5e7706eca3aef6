import { del, get, post } from '../../endpoint.ts'
import { AgentCallList, ListAgentCallsQuery, RecordAgentCall } from '../../schemas/identity/agent-calls.ts'
import * as devices from '../../schemas/identity/devices.ts'
import { ApproveOAuth, OAuthCode, OAuthRequest, OAuthRequestQuery } from '../../schemas/identity/oauth.ts'
import { IssueDefaultToken, IssuedToken, IssueToken, TokenList } from '../../schemas/identity/tokens.ts'
import { Done } from '../../schemas/schema.ts'
import { TOKEN_CHARACTERS, TOKEN_PREFIX_CHARACTERS } from '../../values/limits.ts'

const inBrowser = { tag: 'Tokens', auth: 'session' } as const

export const tokenEndpoints = {
  listTokens: get('/api/v1/tokens', 'tokens.list', {
    summary: 'List your tokens',
    description: 'Session cookie only. Revoked tokens stay in the list; the tokens themselves are never included.',
    ...inBrowser,
    response: TokenList,
  }),
  issueToken: post('/api/v1/tokens', 'tokens.issue', {
    summary: 'Issue a token',
    description:
      'Session cookie only, any plan; using a token needs Premium. The token is only included in this response. Without `scopes` the token may do everything. Issuing a token with the name of an active one revokes that one. At most 10 active tokens: one more is 400 `LIMIT_REACHED`. Honours `Idempotency-Key`.',
    ...inBrowser,
    body: IssueToken,
    example: {
      body: { name: 'laptop', scopes: ['posts:read', 'posts:write', 'uploads'], expires_at: '2030-01-01T00:00:00Z' },
      response: {
        id: '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e',
        name: 'laptop',
        token_prefix: 'kX3vQ9aB',
        scopes: ['posts:read', 'posts:write', 'uploads'],
        last_used_at: null,
        expires_at: '2030-01-01T00:00:00.000Z',
        revoked_at: null,
        created_at: '2026-05-01T09:00:00.000Z',
        token: `kX3vQ9aB${'0'.repeat(TOKEN_CHARACTERS - TOKEN_PREFIX_CHARACTERS)}`,
      },
    },
    errors: ['LIMIT_REACHED'],
    idempotent: true,
    response: IssuedToken,
  }),
  revokeToken: del('/api/v1/tokens/:id', 'tokens.revoke', {
    summary: 'Revoke a token',
    description: 'Session cookie only. The token stops working at once and stays in the list.',
    ...inBrowser,
    response: Done,
  }),
  issueDefaultToken: post('/api/v1/token', 'tokens.issueDefault', {
    summary: 'Issue the default token',
    description:
      'Use `POST /api/v1/tokens`. Issues or reissues the token named `default`. Errors have the older format `{ "error": "text" }`.',
    ...inBrowser,
    body: IssueDefaultToken,
    example: { body: { expires_at: null } },
    errors: ['LIMIT_REACHED'],
    deprecated: true,
    response: IssuedToken,
  }),

  // A program without a browser gets a token: it shows a code, and its owner approves the code in the browser.
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
    ...inBrowser,
    response: devices.PendingDevice,
  }),
  approveDevice: post('/api/v1/device/approve', 'devices.approve', {
    summary: 'Approve a program',
    description:
      'Session cookie only, Premium. The program gets a token with the requested scopes, or with those of `scopes`. An active token of the same name is revoked when the program fetches its token.',
    ...inBrowser,
    capability: 'bearer',
    body: devices.ApproveDevice,
    example: { body: { user_code: 'BCDF-GHJK' } },
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
    response: Done,
  }),
  refuseDevice: post('/api/v1/device/refuse', 'devices.refuse', {
    summary: 'Refuse a program',
    description: 'Session cookie only. The program is told so.',
    ...inBrowser,
    body: devices.RefuseDevice,
    example: { body: { user_code: 'BCDF-GHJK' } },
    errors: ['NOT_FOUND'],
    response: Done,
  }),

  // The part of OAuth that the page of consent uses. Programs use `/oauth/…`, as the metadata documents say.
  readOAuthRequest: get('/api/v1/oauth/request', 'oauth.read', {
    summary: 'Read what a program asks for (OAuth)',
    description:
      'Session cookie only. 404 if the client is unknown or has not registered this redirect address: then the browser must not be sent there.',
    ...inBrowser,
    query: OAuthRequestQuery,
    errors: ['NOT_FOUND'],
    response: OAuthRequest,
  }),
  approveOAuth: post('/api/v1/oauth/approve', 'oauth.approve', {
    summary: 'Approve a program (OAuth)',
    description: 'Session cookie only; needs Premium. The program exchanges the code for a token.',
    ...inBrowser,
    capability: 'bearer',
    body: ApproveOAuth,
    example: {
      body: {
        client_id: '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e',
        redirect_uri: 'http://127.0.0.1:4000/callback',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        scopes: ['posts:read', 'posts:write', 'uploads'],
      },
    },
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
    response: OAuthCode,
  }),

  // What assistants have done with the tools of `/mcp` and `gly mcp`.
  listAgentCalls: get('/api/v1/agent-calls', 'agentCalls.list', {
    summary: 'List the calls of assistants',
    description: 'Session cookie only. Newest first, of the last 30 days, at most 2,000.',
    ...inBrowser,
    query: ListAgentCallsQuery,
    response: AgentCallList,
  }),
  recordAgentCall: post('/api/v1/agent-calls', 'agentCalls.record', {
    summary: 'Record a call of an assistant',
    description: 'For programs that run tools of an assistant. The call gets the name of the token.',
    tag: 'Tokens',
    auth: 'session-or-token',
    scopes: [],
    body: RecordAgentCall,
    example: { body: { tool: 'find_posts', is_error: false } },
    response: Done,
  }),
} as const
