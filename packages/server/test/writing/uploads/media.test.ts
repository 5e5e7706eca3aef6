import assert from 'node:assert/strict'
import { get, request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { newId } from '../../../src/platform/core/ids.ts'
import type { BlobStore } from '../../../src/platform/storage/blob-store.ts'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { FORMATS, mimeOf, plain } from '../../support/posts/images.ts'
import { upload } from '../../support/posts/upload.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let bytes: Buffer
let path: string
before(async () => {
  server = await startTestServer()
  bytes = await plain('png', 300, 200)
  path = `/media/${(await upload((await server.person()).bearer, bytes)).body.path}`
})
after(() => server.close())

const fetchMedia = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers })
const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

/** Sends the path unchanged; `fetch` would normalise it. */
function rawGet(target: string): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target }, answer => {
      let text = ''
      answer.on('data', chunk => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end()
  })
}

describe('GET /media/…', () => {
  it('serves an image to everyone, with headers that allow caching forever and forbid scripts', async () => {
    const response = await fetchMedia()
    assert.equal(response.status, 200)
    assert.deepEqual(await bodyOf(response), bytes)
    const headers = Object.fromEntries(response.headers)
    assert.equal(headers['content-type'], 'image/png')
    assert.equal(headers['content-length'], String(bytes.length))
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(headers['accept-ranges'], 'bytes')
    assert.match(headers['etag'] ?? '', /^"[^"]+"$/)
    assert.ok(!Number.isNaN(Date.parse(headers['last-modified'] ?? '')))
    assert.equal(headers['set-cookie'], undefined)
  })

  it('serves each type with its own content type', async () => {
    const { bearer } = await server.person()
    for (const format of FORMATS) {
      const { body } = await upload(bearer, await plain(format))
      const response = await fetch(`${server.url}/media/${body.path}`)
      assert.equal(response.headers.get('content-type'), mimeOf(format))
      assert.equal((await bodyOf(response)).length, body.file_size)
    }
  })

  it('answers HEAD with the same headers and no body', async () => {
    const [head, whole] = [await fetchMedia({}, 'HEAD'), await fetchMedia()]
    assert.equal(head.status, 200)
    assert.equal((await bodyOf(head)).length, 0)
    for (const name of [
      'content-type',
      'content-length',
      'etag',
      'last-modified',
      'cache-control',
      'content-security-policy',
    ]) {
      assert.equal(head.headers.get(name), whole.headers.get(name), name)
    }
    await whole.body?.cancel()
  })

  it('is 304 for a client that has the image', async () => {
    const { headers } = await fetchMedia({}, 'HEAD')
    const etag = headers.get('etag') ?? ''
    for (const condition of [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-modified-since': headers.get('last-modified') ?? '' },
    ]) {
      const response = await fetchMedia(condition as Record<string, string>)
      assert.equal(response.status, 304)
      assert.equal(response.headers.get('etag'), etag)
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal((await bodyOf(response)).length, 0)
    }
    assert.equal((await fetchMedia({ 'if-none-match': '"x"' })).status, 200)
  })

  it('answers ranges with 206, unsatisfiable ones with 416, multiple and malformed ones with the whole image', async () => {
    const size = bytes.length
    const ranges: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=50-', 50, size - 1],
      ['bytes=-7', size - 7, size - 1],
      ['bytes=5-99999999', 5, size - 1],
    ]
    for (const [range, start, end] of ranges) {
      const response = await fetchMedia({ range })
      assert.equal(response.status, 206, range)
      assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${size}`)
      assert.equal(response.headers.get('content-length'), String(end - start + 1))
      assert.deepEqual(await bodyOf(response), bytes.subarray(start, end + 1))
    }
    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      const response = await fetchMedia({ range })
      assert.equal(response.status, 416, range)
      assert.equal(response.headers.get('content-range'), `bytes */${size}`)
    }
    for (const range of ['bytes=0-1,4-5', 'bytes=9-1', 'lines=1-2'])
      assert.equal((await fetchMedia({ range })).status, 200, range)
  })

  it('continues with If-Range only if the client has the same version', async () => {
    const { headers } = await fetchMedia({}, 'HEAD')
    const range = 'bytes=1-2'
    assert.equal((await fetchMedia({ range, 'if-range': headers.get('etag') ?? '' })).status, 206)
    assert.equal((await fetchMedia({ range, 'if-range': headers.get('last-modified') ?? '' })).status, 206)
    assert.equal((await fetchMedia({ range, 'if-range': '"other"' })).status, 200)
  })

  it('closes the file when the client disconnects', async () => {
    const { context } = server
    const store: BlobStore = context.storage
    const open = store.open.bind(store)
    let closed = false
    store.open = async (...args) => {
      const blob = await open(...args)
      blob?.body.once('close', () => {
        closed = true
      })
      return blob
    }
    const large = await plainNoise()
    const { body } = await upload((await server.person()).bearer, large)
    await new Promise<void>(resolve => {
      const sent = get(`${server.url}/media/${body.path}`, answer => {
        answer.once('readable', () => {
          sent.destroy()
          resolve()
        })
      })
      sent.on('error', () => {})
    })
    await eventually(() => assert.ok(closed))
    store.open = open
  })
})

async function plainNoise(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
}

describe('an error in the usual format', () => {
  it('for missing files, for files that are not images, and for wrong methods', async () => {
    const missing = path.replace(/[\da-f-]{36}\.png$/, `${newId()}.png`)
    for (const absent of [
      missing,
      '/media/',
      '/media/posts',
      '/media/posts/',
      '/media/a.txt',
      path.replace('.png', '.jpg'),
      `${path}/`,
      `${path}.png`,
    ]) {
      assertError(await server.anyone.get(absent), 404, 'NOT_FOUND', {})
    }
    for (const wrong of [await server.anyone.post(path), await server.anyone.delete(path)]) {
      assertError(wrong, 405, 'METHOD_NOT_ALLOWED')
      assert.equal(wrong.headers.get('allow'), 'GET, HEAD')
    }
    const absent = await server.anyone.get(missing)
    assert.equal(absent.headers.get('cache-control'), 'no-store')
  })

  it('for every path that leads out of the folder', async () => {
    const inside = path.slice('/media/'.length)
    const ways = [
      '/media/../package.json',
      '/media/..%2f..%2fpackage.json',
      '/media/%2e%2e/%2e%2e/etc/passwd',
      '/media/....//....//etc/passwd',
      '/media//etc/passwd',
      '/media/..\\..\\etc\\passwd',
      `/media/${inside.replaceAll('/', '%2f')}`,
      `/media/./${inside}`,
      `/media/posts/../${inside}`,
      `/media/${inside}%00`,
      `/media/${inside}%00.png`,
      '/media/.incoming/x.png',
      '/media/%ff%fe.png',
      '/media/%',
      `/media/${'a/'.repeat(3000)}b.png`,
      `/media/${inside.toUpperCase()}`,
    ]
    for (const way of ways) {
      const { status, text } = await rawGet(way)
      assert.equal(status, 404, way)
      assert.equal(JSON.parse(text).error.code, 'NOT_FOUND', way)
    }
  })

  it('is not returned because of a query', async () => {
    assert.equal((await rawGet(`${path}?v=1`)).status, 200)
  })
})
