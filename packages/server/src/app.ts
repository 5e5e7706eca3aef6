import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { BODY_MAX_BYTES } from '@galley/contract/limits'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { trustedProxies } from './http/admission.ts'
import { featureRoutes } from './http/api/feature-routes.ts'
import { fileSchemaRoutes } from './http/api/file-schemas.ts'
import { registerGuard } from './http/api/guard.ts'
import { oauthRoutes } from './http/api/oauth-routes.ts'
import { openApiRoutes } from './http/api/openapi.ts'
import { Operations } from './http/api/operations.ts'
import { referencePage } from './http/api/reference-page.ts'
import { serveOperations } from './http/api/serve-operations.ts'
import { stripeWebhook } from './http/api/stripe-webhook.ts'
import { BytesInFlight, registerBytesInFlight } from './http/bodies/bytes-in-flight.ts'
import { registerJsonBodies, registerMultipartBodies } from './http/bodies/request-bodies.ts'
import { respondToBrokenRequest } from './http/connections/broken-requests.ts'
import { Connections, createHttpServer } from './http/connections/connections.ts'
import { registerErrorResponses } from './http/error-responses.ts'
import { registerIncomingRequests } from './http/incoming-requests.ts'
import { mcpRoutes } from './http/mcp/mcp-routes.ts'
import { registerAccessLog } from './http/observability/access-log.ts'
import { healthRoutes, type Readiness } from './http/observability/health.ts'
import { registerHttpMetrics } from './http/observability/http-metrics.ts'
import { registerRequestSpans } from './http/observability/request-spans.ts'
import { mediaRoutes } from './http/site/media-routes.ts'
import { collectOwnPaths } from './http/site/own-paths.ts'
import { type Assets, siteRoutes } from './http/site/site-routes.ts'
import { PrincipalCache } from './identity/accounts/sessions/identify.ts'
import { readOpenSetup } from './identity/accounts/sign-up/setup-store.ts'
import type { AppContext } from './platform/context.ts'
import { newRequestId } from './platform/core/ids.ts'
import type { Logger } from './platform/core/logger.ts'

/** The HTTP application, without the listening socket. Without `assets`, pages use the built browser code. */
export async function buildApp(context: AppContext, readiness: Readiness, assets?: Assets): Promise<FastifyInstance> {
  const { settings } = context
  const connections = new Connections()
  const bytesInFlight = new BytesInFlight(context.metrics)
  const app = Fastify({
    loggerInstance: sharedLogger(context.log),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(settings),
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: handler => createHttpServer(handler, connections, settings),
    clientErrorHandler: (error, socket) => respondToBrokenRequest(error, socket, connections),
    requestIdHeader: false,
    genReqId: request => readRequestId(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
  })
  const isOwnPath = collectOwnPaths(app)
  registerJsonBodies(app)
  registerErrorResponses(app)
  registerRequestSpans(app, settings)
  registerIncomingRequests(app, context, bytesInFlight)
  registerHttpMetrics(app, context.metrics)
  registerAccessLog(app, context)
  sendLongTextAsBytes(app)
  registerBytesInFlight(app, bytesInFlight)
  healthRoutes(app, context, readiness)
  // A worker serves only health and metrics.
  if (settings.role === 'worker') return app

  await app.register(cookie)
  await app.register(cors, {
    origin: [...settings.allowedOrigins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'ETag',
      'Retry-After',
      'X-Request-Id',
      'Idempotency-Replayed',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
    ],
    maxAge: 600,
    // An OPTIONS request that is not a preflight gets a response too.
    strictPreflight: false,
  })
  const principals = new PrincipalCache(context.bus, context.clock)
  registerGuard(app, context, principals)
  registerMultipartBodies(app)

  const operations = new Operations(context)
  featureRoutes(operations.bind, context, isOwnPath)
  serveOperations(app, context, operations)
  mcpRoutes(app, context, operations, principals)
  oauthRoutes(app, context)
  stripeWebhook(app, context)
  mediaRoutes(app, context)
  openApiRoutes(app, new Set(operations.endpoints), context)
  fileSchemaRoutes(app, settings)
  referencePage(app, context)
  const lacksAdmin = async () => (await readOpenSetup(context.db)) !== undefined
  siteRoutes(app, context, { operations, principals, lacksAdmin, assets })
  return app
}

/** Fastify asks for a child logger for each request. Log lines contain the request id already, so all requests share one. */
function sharedLogger(log: Logger): FastifyBaseLogger {
  const shared: FastifyBaseLogger = Object.assign(log.child({}), { child: () => shared })
  return shared
}

const LONG_TEXT = 15 * 1024

/**
 * Node writes a text in one piece with its head, and bytes as a second piece. A long text would be encoded twice, for its
 * length and for sending; bytes are not.
 */
function sendLongTextAsBytes(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const isLongText = typeof payload === 'string' && payload.length > LONG_TEXT
    done(null, isLongText ? Buffer.from(payload) : payload)
  })
}

function readRequestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : newRequestId()
}
