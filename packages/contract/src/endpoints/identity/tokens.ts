import { del, get, post } from '../../endpoint.ts'
import { IssueDefaultToken, IssuedToken, IssueToken, TokenList } from '../../schemas/identity/tokens.ts'
import { Done } from '../../schemas/schema.ts'
import { TOKEN_CHARACTERS, TOKEN_PREFIX_CHARACTERS } from '../../values/limits.ts'

export const tokenEndpoints = {
  listTokens: get('/api/v1/tokens', 'tokens.list', {
    summary: 'List your tokens',
    description: 'Session cookie only. Revoked tokens stay in the list; the tokens themselves are never included.',
    tag: 'Tokens',
    auth: 'session',
    response: TokenList,
  }),
  issueToken: post('/api/v1/tokens', 'tokens.issue', {
    summary: 'Issue a token',
    description:
      'Session cookie only, any plan; using a token needs Premium. The token is only included in this response. Without `scopes` the token may do everything. Issuing a token with the name of an active one revokes that one. At most 10 active tokens: one more is 400 `LIMIT_REACHED`. Honours `Idempotency-Key`.',
    tag: 'Tokens',
    auth: 'session',
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
    tag: 'Tokens',
    auth: 'session',
    response: Done,
  }),
  issueDefaultToken: post('/api/v1/token', 'tokens.issueDefault', {
    summary: 'Issue the default token',
    description:
      'Use `POST /api/v1/tokens`. Issues or reissues the token named `default`. Errors have the older format `{ "error": "text" }`.',
    tag: 'Tokens',
    auth: 'session',
    body: IssueDefaultToken,
    example: { body: { expires_at: null } },
    errors: ['LIMIT_REACHED'],
    deprecated: true,
    response: IssuedToken,
  }),
} as const
