import Fastify, { type FastifyInstance } from 'fastify'
import { DOCUMENT_PATH } from './openapi-routes.ts'

// The page brings its own inline script and styles; `connect-src 'self'` makes sure that no request leaves this host.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'"

/** The reference for people. It takes 25 MB of memory, so it is loaded when somebody looks at it for the first time. */
export function referencePage(app: FastifyInstance): void {
  let loading: Promise<FastifyInstance> | undefined
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      loading ??= loadReference()
      const [path = ''] = request.url.split('?', 1)
      const answer = await (await loading).inject({ url: path === '/docs' ? '/docs/' : path })
      if (answer.statusCode !== 200) return reply.callNotFound()
      return reply
        .header('content-security-policy', PAGE_POLICY)
        .header('cache-control', 'public, max-age=3600')
        .type(String(answer.headers['content-type']))
        .send(answer.rawPayload)
    })
  }
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: DOCUMENT_PATH,
      cdn: '/docs/js/scalar.js',
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
  return app
}
