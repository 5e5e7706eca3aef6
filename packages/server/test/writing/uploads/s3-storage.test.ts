import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '../../../src/platform/config.ts'
import { readSettings } from '../../../src/platform/config.ts'
import { AppError } from '../../../src/platform/core/errors.ts'
import { createLogger } from '../../../src/platform/core/logger.ts'
import { S3Store } from '../../../src/platform/storage/s3-store.ts'
import { assertError } from '../../support/client.ts'
import { fromPhone, plain } from '../../support/posts/images.ts'
import { filesOf, upload } from '../../support/posts/upload.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const BUCKET = 'galley-images'
const KEY = 'posts/someone/picture.png'
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

let folder: string
let s3: S3rver
let endpoint: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-s3-'))
  const directory = join(folder, 'buckets')
  s3 = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets: [{ name: BUCKET }] })
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`
})
after(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

async function openS3(changes: Partial<S3Settings> = {}): Promise<S3Store> {
  const settings = { kind: 's3', endpoint, region: 'us-east-1', bucket: BUCKET, credentials: CREDENTIALS } as const
  return new S3Store({ ...settings, publicUrl: undefined, ...changes }, await createLogger('silent'))
}

async function file(content: string | Buffer): Promise<string> {
  const path = join(folder, `file-${performance.now()}`)
  await writeFile(path, content)
  return path
}

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE'

describe('S3Store, with a storage server that checks signatures', () => {
  it('stores, finds, reads whole and in part, and deletes', async () => {
    const store = await openS3()
    assert.equal(await store.find(KEY), undefined)
    assert.equal(await store.open(KEY), undefined)
    const sent = await file('0123456789')
    await store.put(KEY, sent, 'image/png')
    const found = await store.find(KEY)
    assert.equal(found?.size, 10)
    assert.match(found.etag, /^"[\da-f]+"$/)
    const whole = await store.open(KEY)
    assert.deepEqual(whole?.info, found)
    assert.equal(String(await buffer(whole.body)), '0123456789')
    const part = await store.open(KEY, { start: 2, end: 4 })
    assert.equal(part?.info.size, 10)
    assert.equal(String(await buffer(part.body)), '234')
    await store.delete(KEY)
    await store.delete(KEY)
    assert.equal(await store.find(KEY), undefined)
  })

  it('fails as unavailable, not as not found, if the secret is wrong or the server does not respond', async () => {
    const wrong = await openS3({ credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'guess' } })
    await assert.rejects(wrong.open(KEY), isUnavailable)
    await assert.rejects(wrong.put(KEY, await file('x'), 'image/png'), isUnavailable)
    const nobody = await openS3({ endpoint: 'http://127.0.0.1:1' })
    await assert.rejects(nobody.find(KEY), isUnavailable)
  })

  it('refuses invalid keys', async () => {
    const store = await openS3()
    for (const key of ['../x.png', '/x.png', 'a//b.png', ''])
      await assert.rejects(async () => store.find(key), /not a blob key/)
  })
})

describe('S3Store.list', () => {
  it('lists keys in order, from a key on', async () => {
    // This storage server signs the address of a bucket without the slash at its end, which real ones include.
    const directory = join(folder, 'listed')
    const options = { address: '127.0.0.1', port: 0, directory, silent: true, configureBuckets: [{ name: BUCKET }] }
    const lenient = new S3rver({ ...options, allowMismatchedSignatures: true })
    const store = await openS3({ endpoint: `http://127.0.0.1:${(await lenient.run()).port}` })
    try {
      assert.deepEqual(await store.list('posts/', '', 10), [])
      const keys = ['posts/a/1.png', 'posts/a/p/thumbnail-2.png', 'posts/b/0.png']
      for (const key of keys.toReversed()) await store.put(key, await file(key), 'image/png')
      assert.deepEqual(await store.list('posts/', '', 10), keys)
      assert.deepEqual(await store.list('posts/', keys[0]!, 10), keys.slice(1))
      assert.deepEqual(await store.list('posts/', keys[2]!, 10), [])
    } finally {
      await lenient.close()
    }
  })
})

describe('the service on S3', () => {
  let server: TestServer
  const env = { STORAGE: 's3', S3_BUCKET: BUCKET, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  before(async () => {
    server = await startTestServer({ env: { ...env, S3_ENDPOINT: endpoint } })
  })
  after(() => server.close())

  it('stores uploads in the bucket and serves them from there, with ranges and conditional requests', async () => {
    const { bearer } = await server.person()
    const bytes = await plain('webp', 200, 100)
    const { status, body } = await upload(bearer, bytes)
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.url, `${server.context.settings.publicUrl.origin}/media/${body.path}`)
    assert.deepEqual(await filesOf(server), { incoming: [], stored: [] })

    const url = `${server.url}/media/${body.path}`
    const whole = await fetch(url)
    assert.equal(whole.headers.get('content-type'), 'image/webp')
    assert.deepEqual(Buffer.from(await whole.arrayBuffer()), bytes)
    const part = await fetch(url, { headers: { range: 'bytes=4-9' } })
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), `bytes 4-9/${bytes.length}`)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(4, 10))
    assert.equal((await fetch(url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })).status, 304)
    const head = await fetch(url, { method: 'HEAD' })
    assert.equal(head.headers.get('content-length'), String(bytes.length))
    assertError(await server.anyone.get(`/media/${body.path.replace('.webp', '.png')}`), 404, 'NOT_FOUND')
  })

  it('removes metadata from images before storing them', async () => {
    const { body } = await upload((await server.person()).bearer, await fromPhone('jpeg', { orientation: 6 }))
    const stored = Buffer.from(await (await fetch(`${server.url}/media/${body.path}`)).arrayBuffer())
    assert.equal(stored.length, body.file_size)
    assert.ok(!stored.includes('secret'))
  })

  it('uses the public address of the bucket if there is one', async () => {
    const env2 = { ...env, S3_ENDPOINT: endpoint, S3_PUBLIC_URL: 'https://cdn.example.com/img/' }
    const other = await startTestServer({ env: env2 })
    try {
      const { body } = await upload((await other.person()).bearer, await plain('gif'))
      assert.equal(body.url, `https://cdn.example.com/img/${body.path}`)
    } finally {
      await other.close()
    }
  })

  it('is 503 while the bucket cannot be reached, and stores nothing', async () => {
    const other = await startTestServer({ env: { ...env, S3_ENDPOINT: 'http://127.0.0.1:1' } })
    try {
      assertError(await upload((await other.person()).bearer, await plain('gif')), 503, 'UNAVAILABLE')
      assertError(await other.anyone.get('/media/posts/a/b.gif'), 503, 'UNAVAILABLE')
      assert.deepEqual((await filesOf(other)).incoming, [])
    } finally {
      await other.close()
    }
  })
})

describe('a request of S3Store', () => {
  let capture: Server
  let captured: { request: IncomingMessage; body: Buffer }[] = []
  let answers: ((response: ServerResponse) => void)[] = []
  before(async () => {
    capture = createServer(async (request, response) => {
      captured.push({ request, body: await buffer(request) })
      const answer = answers.shift() ?? (ok => ok.setHeader('etag', '"x"').end())
      answer(response)
    }).listen(0, '127.0.0.1')
    await once(capture, 'listening')
  })
  after(() => {
    capture.close()
    capture.closeAllConnections()
  })
  const captureUrl = () => `http://127.0.0.1:${(capture.address() as AddressInfo).port}`

  it('is a plain upload of known length, signed with AWS Signature Version 4', async () => {
    captured = []
    const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
    const store = await openS3({ endpoint: captureUrl(), region: 'eu-west-3', credentials })
    await store.put(KEY, await file('the bytes'), 'image/png')
    const [{ request, body } = assert.fail('nothing arrived')] = captured
    assert.equal(`${request.method} ${request.url?.split('?')[0]}`, `PUT /${BUCKET}/${KEY}`)
    assert.equal(String(body), 'the bytes')
    const { headers } = request
    assert.equal(headers['content-length'], '9')
    assert.equal(headers['transfer-encoding'], undefined)
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(headers['content-type'], 'image/png')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['x-amz-trailer'], undefined)
    assert.equal(signatureOf(request), sign(request, credentials.secretAccessKey, 'eu-west-3'))
  })

  it('is repeated in full after a server error', async () => {
    captured = []
    answers = [response => response.writeHead(500).end(), response => response.destroy()]
    const store = await openS3({ endpoint: captureUrl() })
    await store.put(KEY, await file('the bytes'), 'image/png')
    assert.deepEqual(
      captured.map(({ body }) => String(body)),
      ['the bytes', 'the bytes', 'the bytes'],
    )
  })

  it('is not repeated after a rejection', async () => {
    captured = []
    answers = [response => response.writeHead(403).end()]
    const store = await openS3({ endpoint: captureUrl() })
    await assert.rejects(store.put(KEY, await file('x'), 'image/png'), isUnavailable)
    assert.equal(captured.length, 1)
  })

  it('leaves the local file for the caller to remove', async () => {
    const path = await file('x')
    await (await openS3({ endpoint: captureUrl() })).put(KEY, path, 'image/png')
    await access(path)
  })
})

const signatureOf = ({ headers }: IncomingMessage) => /Signature=([\da-f]{64})/.exec(headers.authorization ?? '')?.[1]

/** Computes the expected signature from the received request. */
function sign(request: IncomingMessage, secret: string, region: string): string {
  const { headers } = request
  const date = String(headers['x-amz-date'])
  const [, signed = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  assert.ok(signed.split(';').includes('host') && signed.split(';').includes('x-amz-content-sha256'))
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const canonical = [
    request.method,
    path,
    query.split('&').sort().join('&'),
    ...signed.split(';').map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const hash = createHash('sha256').update(canonical).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = scope.split('/').reduce<string | Buffer>((last, step) => hmac(last, step), `AWS4${secret}`)
  return hmac(key, `AWS4-HMAC-SHA256\n${date}\n${scope}\n${hash}`).toString('hex')
}

describe('S3 settings', () => {
  it('are reported with all their errors', () => {
    assert.throws(
      () =>
        readSettings({
          STORAGE: 's3',
          S3_ACCESS_KEY_ID: 'a',
          S3_ENDPOINT: 'ftp://x',
          S3_PUBLIC_URL: 'x',
          RATE_LIMIT_UPLOADS: '-1',
        }),
      ({ message }: Error) =>
        ['S3_BUCKET', 'S3_SECRET_ACCESS_KEY', 'S3_ENDPOINT', 'S3_PUBLIC_URL', 'RATE_LIMIT_UPLOADS'].every(name =>
          message.includes(`  ${name}: `),
        ),
    )
    assert.throws(() => readSettings({ STORAGE: 'tape' }), /STORAGE: "tape" is none of disk, s3/)
    assert.throws(() => readSettings({ S3_BUCKET: 'b' }), /S3_BUCKET: has no effect without STORAGE=s3/)
  })

  it('may omit the keys if the machine provides credentials', () => {
    const { storage } = readSettings({ STORAGE: 's3', S3_BUCKET: 'b' })
    assert.deepEqual(storage, {
      kind: 's3',
      endpoint: undefined,
      region: 'us-east-1',
      bucket: 'b',
      credentials: undefined,
      publicUrl: undefined,
    })
  })
})
