import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { encodingFor } from '../../platform/cache/accepted-encoding.ts'
import { notFound } from '../../platform/core/errors.ts'

const PREFIX = '/assets/'
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}
const SUFFIXES = { br: '.br', gzip: '.gz' } as const

/**
 * The website's built files. Their names change with their content, so browsers may cache them forever. The folders of
 * earlier builds are served too: pages that were opened before an upgrade load further scripts from them.
 */
export function assetRoutes(app: FastifyInstance, folders: () => Promise<readonly string[]>): void {
  const read = createReader()
  let indexing: Promise<ReadonlyMap<string, string>> | undefined
  app.get<{ Params: { name: string } }>(`${PREFIX}:name`, async (request, reply) => {
    indexing ??= folders()
      .then(indexFiles)
      .catch(error => {
        indexing = undefined
        throw error
      })
    const files = await indexing
    const { name } = request.params
    const type = TYPES[extname(name)]
    const file = files.get(name)
    if (file === undefined || type === undefined) throw notFound('File')
    const encoding = encodingFor(request.headers['accept-encoding'] ?? '')
    const packed = encoding === null ? undefined : files.get(name + SUFFIXES[encoding])
    if (encoding !== null && packed !== undefined) reply.header('content-encoding', encoding)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'Accept-Encoding')
      .type(type)
      .send(await read(packed ?? file))
  })
}

/** Reads each file once: there are few of them. */
function createReader(): (path: string) => Promise<Buffer> {
  const files = new Map<string, Promise<Buffer>>()
  return path => {
    let reading = files.get(path)
    if (reading === undefined) {
      reading = readFile(path)
      files.set(path, reading)
      reading.catch(() => files.delete(path))
    }
    return reading
  }
}

/** Serves only listed files: a name from a request never becomes a path. */
async function indexFiles(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const lists = await Promise.all(
    folders.map(async folder => (await readdir(folder)).map(name => [name, join(folder, name)] as const)),
  )
  return new Map(lists.flat())
}
