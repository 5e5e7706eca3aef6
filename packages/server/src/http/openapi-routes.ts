import type { Endpoint } from '@galley/contract/endpoint'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import type { Settings } from '../config.ts'
import { openApiDocument } from './openapi.ts'

const DOCUMENT_PATH = '/api/v1/openapi.json'

// The page brings its own inline script and styles; `connect-src 'self'` makes sure that no request leaves this host.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'"

/** The machine-readable description, and the page that shows it to people. */
export async function openApiRoutes(
  app: FastifyInstance,
  served: ReadonlySet<Endpoint>,
  settings: Settings,
): Promise<void> {
  let document: string | undefined
  app.get(DOCUMENT_PATH, async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(served, settings.publicUrl.origin))
    return reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8').send(document)
  })

  const onRequest: onRequestHookHandler = (_request, reply, done) => {
    reply.header('content-security-policy', PAGE_POLICY).header('cache-control', 'public, max-age=3600')
    done()
  }
  await app.register(scalar, {
    routePrefix: '/docs',
    hooks: { onRequest },
    configuration: {
      url: DOCUMENT_PATH,
      pageTitle: 'Galley API',
      proxyUrl: '',
      telemetry: false,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
    },
  })
}
