import { IMAGE_EXTENSIONS, type ImageType } from '@galley/contract/writing/images'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../platform/context.ts'
import { notFound } from '../../platform/core/errors.ts'
import { BLOB_CACHE_CONTROL, type BlobInfo, type ByteRange, isBlobKey } from '../../platform/storage/blob-store.ts'
import { isNotModified, mayContinue, parseRange } from './byte-range.ts'

const PREFIX = '/media/'
const VARIANTS = 'variants/'
const TYPES = new Map<string, ImageType>(
  Object.entries(IMAGE_EXTENSIONS).map(([type, extension]) => [extension, type as ImageType]),
)
/** For user content: any site may embed it, and browsers treat it as an image only. */
const HEADERS = {
  'cache-control': BLOB_CACHE_CONTROL,
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
}

/** Serves stored images, from any store. */
export function mediaRoutes(app: FastifyInstance, { storage, variants }: AppContext): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${PREFIX}*`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { key, type } = keyOf(request)
      if (key.startsWith(VARIANTS) && (await storage.find(key)) === undefined) {
        const made = await variants.make(key)
        if (made.kind === 'missing') throw notFound('Image')
        if (made.kind === 'original') {
          return reply.header('cache-control', 'no-store').redirect(`${PREFIX}${made.path}`, 302)
        }
      }
      const { range: asked, 'if-range': ifRange } = request.headers
      const conditional = ['if-none-match', 'if-modified-since', 'range'].some(name => name in request.headers)
      let range: ByteRange | undefined
      // Most requests are for the whole image. Opening it below returns all that they need.
      if (conditional || request.method === 'HEAD') {
        const info = await storage.find(key)
        if (info === undefined) throw notFound('Image')
        if (isNotModified(request.headers, info)) return describe(reply, info, type).code(304).send()
        const wanted = mayContinue(ifRange, info) ? parseRange(asked, info.size) : undefined
        if (wanted === 'unsatisfiable') return rejectRange(reply, info)
        if (request.method === 'HEAD') return describe(reply, info, type).header('content-length', info.size).send()
        range = wanted
      }
      const blob = await storage.open(key, range)
      if (blob === undefined) throw notFound('Image')
      describe(reply, blob.info, type)
      if (range === undefined) return reply.header('content-length', blob.info.size).send(blob.body)
      return reply
        .code(206)
        .header('content-range', `bytes ${range.start}-${range.end}/${blob.info.size}`)
        .header('content-length', range.end - range.start + 1)
        .send(blob.body)
    },
  })
}

/** From the raw URL: our paths never need decoding. */
function keyOf(request: FastifyRequest): { key: string; type: ImageType } {
  const [path = ''] = (request.raw.url ?? '').split('?', 1)
  const key = path.slice(PREFIX.length)
  const type = TYPES.get(key.split('.').at(-1) ?? '')
  if (type === undefined || !path.startsWith(PREFIX) || !isBlobKey(key)) throw notFound('Image')
  return { key, type }
}

function describe(reply: FastifyReply, { etag, modifiedAt }: BlobInfo, type: ImageType): FastifyReply {
  return reply.headers(HEADERS).header('etag', etag).header('last-modified', modifiedAt.toUTCString()).type(type)
}

function rejectRange(reply: FastifyReply, { size }: BlobInfo): FastifyReply {
  return reply.code(416).header('content-range', `bytes */${size}`).send()
}
