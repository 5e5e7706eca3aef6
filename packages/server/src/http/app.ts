import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { BODY_MAX_BYTES } from '@galley/contract/limits'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { accountRoutes } from '../accounts/account-routes.ts'
import { sessionRoutes } from '../accounts/session-routes.ts'
import type { AppContext } from '../context.ts'
import { newRequestId } from '../core/ids.ts'
import { readerRoutes } from '../engagement/reader-routes.ts'
import { statisticsRoutes } from '../engagement/statistics-routes.ts'
import { postRoutes } from '../posts/post-routes.ts'
import { trashRoutes } from '../posts/trash-routes.ts'
import { publicRoutes } from '../public/public-routes.ts'
import { salonRoutes } from '../salons/salon-routes.ts'
import { tokenRoutes } from '../tokens/token-routes.ts'
import { uploadRoutes } from '../uploads/upload-routes.ts'
import { webhookRoutes } from '../webhooks/webhook-routes.ts'
import { refusalOf, registerAdmission } from './admission.ts'
import { createBinder } from './bind-routes.ts'
import { answerBrokenRequest } from './broken-requests.ts'
import { registerBytesInFlight } from './bytes-in-flight.ts'
import { registerCachedAnswers } from './cached-answers.ts'
import { trustedProxies } from './client-address.ts'
import { Connections } from './connections.ts'
import { answerUnroutable, registerErrorAnswers } from './error-answers.ts'
import { registerGuard } from './guard.ts'
import { healthRoutes, type Readiness } from './health.ts'
import { registerHttpMetrics } from './http-metrics.ts'
import { createHttpServer } from './http-server.ts'
import { registerJsonBodies } from './json-body.ts'
import { mediaRoutes } from './media-routes.ts'
import { registerMultipartBodies } from './multipart-bodies.ts'
import { openApiRoutes } from './openapi-routes.ts'
import { referencePage } from './reference-page.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { siteRoutes } from './site-routes.ts'
import { validatorCompiler } from './validation.ts'

/** The whole HTTP side, apart from the socket it listens on. */
export async function buildApp(context: AppContext, readiness: Readiness): Promise<FastifyInstance> {
  const { settings } = context
  const connections = new Connections()
  const app = Fastify({
    loggerInstance: context.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // What is logged of a request names it; a logger for each would be made for nothing.
    childLoggerFactory: logger => logger,
    trustProxy: trustedProxies(settings),
    bodyLimit: BODY_MAX_BYTES,
    serverFactory: handler =>
      createHttpServer(
        (request, response) => {
          // While the server stops, a client should send its next request to another one.
          if (readiness.stopping()) response.shouldKeepAlive = false
          handler(request, response)
        },
        connections,
        settings,
      ),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, connections),
    frameworkErrors: (_error, request, reply) => answerUnroutable(request, reply, refusalOf(context, request, reply)),
    requestIdHeader: false,
    genReqId: request => readRequestId(request.headers['x-request-id']),
    routerOptions: { maxParamLength: 1000 },
    forceCloseConnections: 'idle',
  })
  app.setValidatorCompiler(validatorCompiler)
  registerJsonBodies(app)
  registerErrorAnswers(app)
  registerSecurityHeaders(app, settings)
  registerAdmission(app, context)
  registerHttpMetrics(app, context.metrics)
  sendLongTextAsBytes(app)
  registerBytesInFlight(app)
  healthRoutes(app, context, readiness)
  // A worker serves nothing but its health and metrics.
  if (settings.role === 'worker') return app

  registerCachedAnswers(app, context)
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
    // An OPTIONS request that is no preflight gets an answer too, and not an error.
    strictPreflight: false,
  })
  registerGuard(app, context)
  registerMultipartBodies(app)

  const { bind, bound } = createBinder(app, context)
  accountRoutes(bind, context)
  sessionRoutes(bind, context)
  tokenRoutes(bind, context)
  uploadRoutes(bind, context)
  postRoutes(bind, context)
  trashRoutes(bind, context)
  webhookRoutes(bind, context)
  publicRoutes(bind, context)
  readerRoutes(bind, context)
  statisticsRoutes(bind, context)
  salonRoutes(bind, context)
  mediaRoutes(app, context)
  openApiRoutes(app, bound, settings)
  referencePage(app)
  siteRoutes(app, context)
  return app
}

const LONG_TEXT = 1000

/** Text is encoded once to learn its length and once more to be sent; bytes are not. */
function sendLongTextAsBytes(app: FastifyInstance): void {
  app.addHook('onSend', (_request, _reply, payload, done) => {
    const isLongText = typeof payload === 'string' && payload.length > LONG_TEXT
    done(null, isLongText ? Buffer.from(payload) : payload)
  })
}

function readRequestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && /^[\w.:-]{1,128}$/.test(sent) ? sent : newRequestId()
}
