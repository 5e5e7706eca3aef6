import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import type { CachedResponse } from '../../platform/cache/cached-response.ts'
import type { AppContext } from '../../platform/context.ts'
import { fixedResponse, sendFixed } from '../send-response.ts'
import { DOCUMENT_PATH } from './openapi.ts'
import type { ReferenceFile } from './render-reference.ts'

// The page has an inline script and styles; `connect-src 'self'` makes sure that it connects to no other host.
const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'"

/** The API reference for people. It is large and rarely read, so it is loaded at the first request. */
export function referencePage(app: FastifyInstance, context: AppContext): void {
  let loading: Promise<ReadonlyMap<string, CachedResponse>> | undefined
  const load = () => {
    loading ??= loadReference().catch(error => {
      loading = undefined
      throw error
    })
    return loading
  }
  for (const url of ['/docs', '/docs/*']) {
    app.get(url, async (request, reply) => {
      const [path = ''] = request.url.split('?', 1)
      const response = (await load()).get(path.replace(/\/$/, ''))
      if (response === undefined) return reply.callNotFound()
      return sendFixed(context, request, reply, response)
    })
  }
}

/** In a thread of its own: the library has its script several times in memory, which is freed with the thread. */
async function loadReference(): Promise<ReadonlyMap<string, CachedResponse>> {
  const worker = new Worker(new URL('./render-reference.ts', import.meta.url), { workerData: DOCUMENT_PATH })
  const [files] = (await once(worker, 'message')) as [readonly ReferenceFile[]]
  return new Map(files.map(file => [file.path, responseOf(file)]))
}

function responseOf({ path, type, body }: ReferenceFile): CachedResponse {
  return fixedResponse(path, Buffer.from(body), {
    'content-type': type,
    'content-security-policy': PAGE_POLICY,
    'cache-control': 'public, max-age=3600',
  })
}
