import { TOKEN_SCOPES } from '@galley/contract/identity/scopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { exchangeToken, revokeGrant } from '../../identity/oauth/exchange-token.ts'
import { OAuthError } from '../../identity/oauth/oauth-error.ts'
import { registerClient } from '../../identity/oauth/register-client.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import { addressKey, enforce } from '../../platform/core/limits/rate-limits.ts'
import { allowAllSites, OPEN_CORS } from '../open-cors.ts'

const BODY_MAX_BYTES = 32 * 1024
const PATHS = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/oauth/register',
  '/oauth/token',
  '/oauth/revoke',
]

/** What programs use: metadata, registration, tokens. None of it uses a cookie. */
export function oauthRoutes(app: FastifyInstance, context: AppContext): void {
  const { origin } = context.settings.publicUrl
  const resource = {
    resource: `${origin}/mcp`,
    authorization_servers: [origin],
    scopes_supported: TOKEN_SCOPES,
    bearer_methods_supported: ['header'],
  }
  const server = {
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    scopes_supported: TOKEN_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }
  const config = { cors: OPEN_CORS }
  app.get('/.well-known/oauth-protected-resource', { config }, () => resource)
  app.get('/.well-known/oauth-protected-resource/mcp', { config }, () => resource)
  app.get('/.well-known/oauth-authorization-server', { config }, () => server)
  allowAllSites(app, PATHS)

  const preHandler = (request: FastifyRequest) => countAddress(context, request)
  const limited = { config, bodyLimit: BODY_MAX_BYTES, preHandler }
  app.register(async programs => {
    programs.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_MAX_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    programs.post('/oauth/register', limited, (request, reply) =>
      response(reply, async () => {
        const client = await registerClient(context, request.body)
        reply.code(201)
        return client
      }),
    )
    programs.post('/oauth/token', limited, (request, reply) =>
      response(reply, async () => exchangeToken(context, formOf(request))),
    )
    programs.post('/oauth/revoke', limited, (request, reply) =>
      response(reply, async () => {
        await revokeGrant(context, formOf(request).get('token') ?? '')
        return {}
      }),
    )
  })
}

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

async function countAddress({ limits }: AppContext, request: FastifyRequest): Promise<void> {
  enforce(await limits.devices.count(addressKey(request.clientAddress)))
}

async function response(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    // The account may have got too many tokens since the approval.
    const isFull = error instanceof AppError && error.code === 'LIMIT_REACHED'
    if (!isFull && !(error instanceof OAuthError)) throw error
    reply.code(400)
    return { error: isFull ? 'invalid_grant' : error.code, error_description: error.message }
  }
}
