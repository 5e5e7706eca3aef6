import { get, post } from '../../endpoint.ts'
import { ApproveOAuth, OAuthCode, OAuthRequest, OAuthRequestQuery } from '../../schemas/identity/oauth.ts'

/** The part of OAuth that the page of consent uses. Programs use `/oauth/…`, as the metadata documents say. */
export const oauthEndpoints = {
  readOAuthRequest: get('/api/v1/oauth/request', 'oauth.read', {
    summary: 'Read what a program asks for (OAuth)',
    description:
      'Session cookie only. 404 if the client is unknown or has not registered this redirect address: then the browser must not be sent there.',
    tag: 'Tokens',
    auth: 'session',
    query: OAuthRequestQuery,
    errors: ['NOT_FOUND'],
    response: OAuthRequest,
  }),
  approveOAuth: post('/api/v1/oauth/approve', 'oauth.approve', {
    summary: 'Approve a program (OAuth)',
    description: 'Session cookie only; needs Premium. The program exchanges the code for a token.',
    tag: 'Tokens',
    auth: 'session',
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
} as const
