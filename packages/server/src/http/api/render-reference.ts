/** Runs as a thread: posts the page of the API reference and its script. */
import { parentPort, workerData } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

export interface ReferenceFile {
  readonly path: string
  readonly type: string
  readonly body: Uint8Array
}

const SCRIPT_PATH = '/docs/js/scalar.js'

const app = Fastify()
await app.register(scalar, {
  routePrefix: '/docs',
  configuration: {
    url: workerData,
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
const files = await Promise.all([read('/docs', '/docs/'), read(SCRIPT_PATH, SCRIPT_PATH)])
parentPort?.postMessage(files)

async function read(path: string, url: string): Promise<ReferenceFile> {
  const { headers, rawPayload } = await app.inject({ url })
  return { path, type: String(headers['content-type']), body: rawPayload }
}
