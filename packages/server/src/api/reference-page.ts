import Fastify, { type FastifyInstance } from 'fastify'
import { DOCUMENT_PATH } from './openapi.ts'

const SCRIPT_PATH = '/docs/js/scalar.js'
// The page has an inline script and styles; `connect-src 'self'` makes sure that it connects to no other host.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'"

/** The API reference for people. It takes 25 MB of memory, so it is loaded at the first request. */
export function referencePage(app: FastifyInstance): void {
  let loading: Promise<ReadonlyMap<string, ReferenceFile>> | undefined
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      loading ??= loadReference()
      const [path = ''] = request.url.split('?', 1)
      const file = (await loading).get(path.replace(/\/$/, ''))
      if (file === undefined) return reply.callNotFound()
      return reply
        .header('content-security-policy', PAGE_POLICY)
        .header('cache-control', 'public, max-age=3600')
        .type(file.type)
        .send(file.body)
    })
  }
}

interface ReferenceFile {
  readonly type: string
  readonly body: Buffer
}

/** The page and its script, read once. */
async function loadReference(): Promise<ReadonlyMap<string, ReferenceFile>> {
  const reference = await startReference()
  const read = async (path: string, url: string): Promise<[string, ReferenceFile]> => {
    const { headers, rawPayload } = await reference.inject({ url })
    return [path, { type: String(headers['content-type']), body: rawPayload }]
  }
  return new Map([await read('/docs', '/docs/'), await read(SCRIPT_PATH, SCRIPT_PATH)])
}

async function startReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: DOCUMENT_PATH,
      cdn: SCRIPT_PATH,
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
