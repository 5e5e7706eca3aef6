import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pino from 'pino'
import { AppError } from '../../../src/platform/core/errors.ts'
import { createLogger, type Logger } from '../../../src/platform/core/logger.ts'
import { S3Store } from '../../../src/platform/storage/s3-store.ts'
import { assertError } from '../../support/client.ts'
import { type HostileServer, startHostileServer } from '../../support/network/hostile-server.ts'
import { plain } from '../../support/posts/images.ts'
import { filesOf, upload } from '../../support/posts/upload.ts'
import { spawnDetached } from '../../support/processes/spawn-detached.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const BUCKET = 'images'
const KEY = 'posts/someone/picture.png'
const ANSWERS_WITHIN_MS = 15_000
/** For tests in which the storage server does answer: long enough for a busy machine. */
const LONG_LIMIT_MS = 3000

let folder: string
const stores: HostileServer[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-s3-stalls-'))
})
after(async () => {
  for (const store of stores) await store.close()
  await rm(folder, { recursive: true })
})

async function startStore(speak: (socket: Socket) => void): Promise<string> {
  const store = await startHostileServer(speak, { certificate: 'none' })
  stores.push(store)
  return `http://127.0.0.1:${store.port}`
}

async function openStore(endpoint: string, stallLimitMs: number, log?: Logger): Promise<S3Store> {
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
  const settings = {
    kind: 's3',
    endpoint,
    region: 'us-east-1',
    bucket: BUCKET,
    credentials,
    publicUrl: undefined,
  } as const
  return new S3Store(settings, log ?? (await createLogger('silent')), { stallLimitMs })
}

const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE'
const isStalled = (error: unknown) => error instanceof Error && error.name === 'StallError'

const headers = (length: number) =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\nETag: "x"\r\nLast-Modified: Thu, 01 Jan 2026 00:00:00 GMT\r\n\r\n`

describe('S3Store, with a storage server that stalls', { concurrency: true }, () => {
  it('fails as unavailable if nothing is answered, on write, stat, read and delete', async () => {
    const store = await openStore(await startStore(() => {}), 300)
    const file = join(folder, 'small')
    await writeFile(file, 'x')
    const calls = [store.put(KEY, file, 'image/png'), store.find(KEY), store.open(KEY), store.delete(KEY)]
    for (const outcome of await Promise.allSettled(calls)) {
      assert.ok(outcome.status === 'rejected' && isUnavailable(outcome.reason), String(outcome.status))
    }
  })

  it('fails as unavailable if the storage server stops reading the body', async () => {
    const endpoint = await startStore(socket => void socket.once('data', () => socket.pause()))
    const file = join(folder, 'large')
    await writeFile(file, Buffer.alloc(20 * 1024 * 1024))
    await assert.rejects((await openStore(endpoint, 300)).put(KEY, file, 'image/png'), isUnavailable)
  })

  it('is logged with the status of a response that says nothing else', async () => {
    const endpoint = await startStore(socket => {
      socket.once('data', () => socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'))
    })
    const lines: string[] = []
    const store = await openStore(endpoint, LONG_LIMIT_MS, pino({}, { write: line => lines.push(line) }))
    await assert.rejects(store.find(KEY), isUnavailable)
    assert.deepEqual(
      lines.map(line => JSON.parse(line).status),
      [403],
    )
  })

  it('fails as unavailable if headers arrive and no byte of the body', async () => {
    const endpoint = await startStore(socket => void socket.once('data', () => socket.write(headers(10))))
    await assert.rejects((await openStore(endpoint, 300)).open(KEY), isUnavailable)
  })

  it('ends a body with an error if it stops in the middle', async () => {
    const endpoint = await startStore(socket => void socket.once('data', () => socket.write(`${headers(10)}01234`)))
    const blob = await (await openStore(endpoint, LONG_LIMIT_MS)).open(KEY)
    await assert.rejects(buffer(blob?.body ?? assert.fail('nothing was found')), isStalled)
  })

  it('allows a slow storage server that continues to send, and a reader that pauses', async () => {
    const whole = 2 * 1024 * 1024
    const endpoint = await startStore(socket => {
      socket.once('data', async () => {
        socket.write(headers(whole))
        for (let sent = 0; sent < whole; sent += whole / 8) {
          socket.write(Buffer.alloc(whole / 8))
          await delay(LONG_LIMIT_MS / 6)
        }
      })
    })
    const blob = await (await openStore(endpoint, LONG_LIMIT_MS)).open(KEY)
    assert.ok(blob)
    await delay(LONG_LIMIT_MS * 1.2)
    assert.equal((await buffer(blob.body)).length, whole)
  })

  it('closes the connection to the storage server when the reader disconnects, before or while reading', async () => {
    const closed: Promise<unknown>[] = []
    const endpoint = await startStore(socket => {
      closed.push(once(socket, 'close'))
      socket.once('data', () => socket.write(`${headers(1000)}01234`))
    })
    const store = await openStore(endpoint, 5000)
    const unread = await store.open(KEY)
    const read = await store.open(KEY)
    read?.body.once('data', () => read.body.destroy())
    unread?.body.destroy()
    await Promise.all(closed)
    assert.equal(closed.length, 2)
  })
})

describe('the service, with a paused storage server', () => {
  let server: TestServer
  let s3: ReturnType<typeof spawnDetached>
  before(async () => {
    const script = join(import.meta.dirname, 's3.fixture.ts')
    s3 = spawnDetached([script, join(folder, 'buckets'), BUCKET], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [address] = await once(s3.stdout!, 'data')
    const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
    server = await startTestServer({
      env: { STORAGE: 's3', S3_BUCKET: BUCKET, ...keys, S3_ENDPOINT: String(address).trim() },
    })
  })
  after(async () => {
    s3.kill('SIGKILL')
    await server.close()
  })

  it('answers uploads and readers with 503 in time, stores nothing, and works again afterwards', async () => {
    const { bearer } = await server.person()
    const image = await plain('png', 300, 200)
    const { body } = await upload(bearer, image)
    const path = `/media/${body.path}`
    const rows = async () => (await server.context.db.selectFrom('idempotency_keys').selectAll().execute()).length

    s3.kill('SIGSTOP')
    const started = performance.now()
    const answers = await Promise.all([
      upload(bearer, image),
      upload(bearer, image, 'a.png', { 'idempotency-key': 'one' }),
      server.anyone.get(path),
      server.anyone.send('GET', path, { headers: { range: 'bytes=0-3' } }),
      server.anyone.send('HEAD', path),
    ])
    const tookMs = performance.now() - started
    for (const answer of answers) {
      assert.equal(answer.status, 503)
      assert.equal(answer.headers.get('retry-after'), '1')
    }
    assertError(answers[0], 503, 'UNAVAILABLE')
    assertError(answers[2], 503, 'UNAVAILABLE')
    assert.ok(tookMs < ANSWERS_WITHIN_MS, `${tookMs} ms`)
    assert.deepEqual(await filesOf(server), { incoming: [], stored: [] })
    assert.equal(await rows(), 0)

    s3.kill('SIGCONT')
    const again = await upload(bearer, image)
    assert.equal(again.status, 201)
    const read = await fetch(`${server.url}/media/${again.body.path}`)
    assert.deepEqual(Buffer.from(await read.arrayBuffer()), image)
  })
})

describe('the service, with a storage server that stops in the middle of an image', () => {
  it('closes the connection, so that a partial image is not taken for the whole', async () => {
    const endpoint = await startStore(socket => {
      socket.on('data', () => socket.write(`${headers(100_000)}${'x'.repeat(50_000)}`))
    })
    const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' }
    const server = await startTestServer({ env: { STORAGE: 's3', S3_BUCKET: BUCKET, ...keys, S3_ENDPOINT: endpoint } })
    try {
      const response = await fetch(`${server.url}/media/posts/a/b.png`, {
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      })
      assert.equal(response.status, 200)
      await assert.rejects(response.arrayBuffer(), /terminated/)
    } finally {
      await server.close()
    }
  })
})
