import { endpoints } from '@galley/contract/endpoints'
import { POST_BODY_MAX_BYTES } from '@galley/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PrincipalCache } from '../../identity/accounts/sessions/identify.ts'
import type { Settings } from '../../platform/config.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { authenticate } from '../api/guard.ts'
import { localCalls, localClient } from '../api/local-client.ts'
import { Caller, type Operations } from '../api/operations.ts'
import { toAppError } from '../error-responses.ts'
import { allowAllSites, OPEN_CORS } from '../open-cors.ts'
import { readBearer } from '../read-bearer.ts'

/** All messages of a batch are handled at the same time, and their responses are in memory together. */
const MESSAGES_MAX = 10

/** Tools for AI assistants (Model Context Protocol, streamable HTTP, stateless). */
export function mcpRoutes(
  app: FastifyInstance,
  context: AppContext,
  operations: Operations,
  principals: PrincipalCache,
): void {
  allowAllSites(app, ['/mcp'])
  app.route({
    config: { cors: OPEN_CORS },
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    bodyLimit: POST_BODY_MAX_BYTES,
    onRequest: async (request, reply) => {
      rejectOtherName(context.settings, request)
      request.principal = await requireToken(context, principals, request, reply)
    },
    // Clients of the protocol expect its own code for a body that cannot be parsed.
    errorHandler: (error, request, reply) => {
      const { code, message } = toAppError(error, request)
      if (code !== 'INVALID_JSON') throw error
      return sendError(reply, -32_700, message)
    },
    handler: async (request, reply) => {
      if (Array.isArray(request.body) && request.body.length > MESSAGES_MAX) {
        return sendError(reply, -32_600, `A batch may have at most ${MESSAGES_MAX} messages.`)
      }
      // Loaded with the first request, because most installations never need it.
      const { serveHttp } = await import('@galley/mcp/http')
      const principal = () => Promise.resolve(request.principal as Principal)
      // Each call is counted against the limits of the account, because one request of an assistant can cause several.
      const client = localClient(localCalls(context, operations, { request, reply, principal, isPartOfPage: false }))
      const response = await serveHttp(webRequest(request), request.body, { client })
      reply.code(response.status)
      for (const [name, value] of response.headers) reply.header(name, value)
      const body = Buffer.from(await response.arrayBuffer())
      // An empty buffer would get a content type.
      return reply.send(body.length === 0 ? undefined : body)
    },
  })
}

const sendError = (reply: FastifyReply, code: number, message: string) =>
  reply.code(400).send({ jsonrpc: '2.0', id: null, error: { code, message } })

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A page whose own name leads to this server (DNS rebinding). Pages of other sites have another origin than our host. */
function rejectOtherName({ publicUrl, allowedOrigins }: Settings, { headers }: FastifyRequest): void {
  const { origin, host } = headers
  if (origin === undefined || !URL.canParse(origin)) return
  const page = new URL(origin)
  if (page.host !== host || LOOPBACK.has(page.hostname)) return
  if (origin === publicUrl.origin || allowedOrigins.includes(origin)) return
  throw new AppError('CROSS_SITE', 'The name in the Host header is not one of this server. Use its PUBLIC_URL.')
}

const NO_TOKEN = 'This needs an Authorization: Bearer header with an API token.'

/** Only a token counts here: a browser sends its cookie along with requests of other sites. */
async function requireToken(
  context: AppContext,
  principals: PrincipalCache,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Principal> {
  const metadata = `${context.settings.publicUrl.origin}/.well-known/oauth-protected-resource/mcp`
  reply.header('www-authenticate', `Bearer resource_metadata="${metadata}"`)
  if (readBearer(request) === undefined) throw new AppError('UNAUTHORIZED', NO_TOKEN)
  const principal = await authenticate(context, principals, request, reply)
  reply.removeHeader('www-authenticate')
  await Caller.authorise(context, endpoints.readMe, principal)
  return principal
}

function webRequest({ method, headers, body }: FastifyRequest): Request {
  const passed = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string' && name !== 'authorization' && name !== 'cookie') passed.set(name, value)
  }
  passed.delete('content-length')
  return new Request('http://localhost/mcp', {
    method,
    headers: passed,
    ...(method === 'POST' && { body: JSON.stringify(body ?? null) }),
  })
}
