import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import sharp from 'sharp'
import { discardImage } from '../../src/uploads/receive-image.ts'
import { assertError, Client } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { animation, FORMATS, fromPhone, hugeGif, hugePng, mimeOf, picture, plain, pngChunk } from '../support/images.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'
import { BOUNDARY, filePart, filesOf, MULTIPART, part, rawUpload, sendParts, upload } from '../support/upload.ts'

let server: TestServer
let alice: Person
let png: Buffer
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  png = await plain('png')
})
after(() => server.close())

const EXTENSIONS = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' }
const RECORD = ['url', 'path', 'file_name', 'file_size', 'mime_type']
const PATH = /^posts\/[\da-f-]{36}\/[\da-f-]{36}\.(jpg|png|gif|webp)$/

const storedFile = (path: string) => readFile(join(server.context.settings.dataDir, 'media', path))
const assertFileFault = (answer: Parameters<typeof assertError>[0], code: string) =>
  assertError(answer, 400, 'VALIDATION_ERROR', { file: code })

describe('POST /api/v1/uploads, 201', () => {
  for (const format of FORMATS) {
    it(`stores a ${format} without metadata unchanged, and returns its URL`, async () => {
      const bytes = await plain(format)
      const { status, body } = await upload(alice.bearer, bytes, 'holiday.dat')
      assert.equal(status, 201)
      assert.deepEqual(Object.keys(body), RECORD)
      assert.match(body.path, PATH)
      assert.ok(body.path.startsWith(`posts/${alice.account.id}/`))
      assert.ok(body.path.endsWith(`.${EXTENSIONS[format]}`))
      assert.equal(body.url, `${server.context.settings.publicUrl.origin}/media/${body.path}`)
      const { file_name, file_size, mime_type } = body
      assert.deepEqual(
        { file_name, file_size, mime_type },
        { file_name: 'holiday.dat', file_size: bytes.length, mime_type: mimeOf(format) },
      )
      assert.deepEqual(await storedFile(body.path), bytes)
    })
  }

  it('accepts a session too, on any plan', async () => {
    const { session } = await server.person({ plan: 'free' })
    assert.equal((await upload(session, png)).status, 201)
  })

  it('removes metadata, rotates the image upright, and returns the size of the stored image', async () => {
    const { body } = await upload(alice.bearer, await fromPhone('jpeg', { orientation: 6 }))
    const bytes = await storedFile(body.path)
    assert.equal(body.file_size, bytes.length)
    const { width, height, exif, xmp, icc } = await sharp(bytes).metadata()
    assert.deepEqual([width, height, exif, xmp], [40, 60, undefined, undefined])
    assert.ok(icc !== undefined)
  })

  it('keeps an animation', async () => {
    const { body } = await upload(alice.bearer, await animation('gif'))
    assert.equal((await sharp(await storedFile(body.path), { animated: true }).metadata()).pages, 3)
  })

  it('detects the type from the bytes, whatever name and type the client sends', async () => {
    const answer = await sendParts(
      alice.bearer,
      part('Content-Disposition: form-data; name="file"; filename="a.html"\r\nContent-Type: text/html', png),
    )
    assert.equal(answer.body.mime_type, 'image/png')
    assert.ok(answer.body.path.endsWith('.png'))
  })

  it('accepts exactly 10 MiB', async () => {
    const bytes = await largePng(IMAGE_MAX_BYTES)
    const { status, body } = await upload(alice.bearer, bytes)
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.file_size, IMAGE_MAX_BYTES)
  })

  it('accepts many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(alice.bearer, png)))
    assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([201]))
    assert.equal(new Set(answers.map(answer => answer.body.path)).size, 20)
  })

  it('can be undone by server code that uses it', async () => {
    const { body } = await upload(alice.bearer, png)
    await discardImage(server.context, body.path)
    await assert.rejects(storedFile(body.path), /ENOENT/)
  })
})

/** An image of exactly this size: noise, padded with a palette chunk. */
async function largePng(size: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const base = await sharp({ create: { width: 1700, height: 1600, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const missing = size - base.length - 12
  assert.ok(missing > 0, `${base.length} bytes of noise`)
  const end = base.length - 12
  return Buffer.concat([base.subarray(0, end), pngChunk('sPLT', Buffer.alloc(missing)), base.subarray(end)])
}

describe('the file name', () => {
  it('is returned as sent, without folders and control characters', async () => {
    const names: [string, string][] = [
      ['plain.png', 'plain.png'],
      ['../../etc/passwd', 'passwd'],
      ['C:\\fakepath\\photo.png', 'photo.png'],
      ['say "hi".png', 'say "hi".png'],
      ['日本 👩‍🚀.png', '日本 👩‍🚀.png'],
      [`${'x'.repeat(300)}.png`, `${'x'.repeat(300)}.png`],
      ['a\tb.png', 'ab.png'],
      ['..', 'image.png'],
    ]
    for (const [sent, expected] of names) {
      const { status, body } = await upload(alice.bearer, png, sent)
      assert.equal(status, 201, sent)
      assert.equal(body.file_name, expected)
      assert.match(body.path, PATH)
    }
  })

  it('may be in rarely used encodings, or missing', async () => {
    const forms: [string, string][] = [
      [`; filename="x.png"; filename*=UTF-8''%e2%82%ac%2Frates.png`, 'rates.png'],
      ['; filename="a\0b\x01.png"', 'ab.png'],
      ['; filename=bare.png', 'bare.png'],
      ['\r\nContent-Type: image/png', 'image.png'],
      ['; filename=""', 'image.png'],
    ]
    for (const [rest, expected] of forms) {
      const { status, body } = await sendParts(alice.bearer, filePart(png, rest))
      assert.equal(status, 201, rest)
      assert.equal(body.file_name, expected)
    }
  })
})

describe('POST /api/v1/uploads, 400', () => {
  it('without a file: no body, an empty form, a form with an empty file field', async () => {
    assertFileFault(await alice.bearer.send('POST', '/api/v1/uploads'), 'REQUIRED')
    assertFileFault(await sendParts(alice.bearer), 'REQUIRED')
    assertFileFault(
      await sendParts(alice.bearer, filePart('', '; filename=""\r\nContent-Type: application/octet-stream')),
      'REQUIRED',
    )
  })

  it('names every unknown field', async () => {
    const form = new FormData()
    form.append('title', 'x')
    form.append('image', new File(['x'], 'x.png'))
    const answer = await alice.bearer.send('POST', '/api/v1/uploads', { raw: form })
    assertError(answer, 400, 'VALIDATION_ERROR', { title: 'UNKNOWN_FIELD', image: 'UNKNOWN_FIELD', file: 'REQUIRED' })
    const both = await sendParts(alice.bearer, filePart(png), filePart('1', '', 'alt'))
    assertError(both, 400, 'VALIDATION_ERROR', { alt: 'UNKNOWN_FIELD' })
  })

  it('if file is text, occurs twice, or there are too many parts', async () => {
    assertFileFault(await sendParts(alice.bearer, filePart('hello', '')), 'INVALID_TYPE')
    assertFileFault(await sendParts(alice.bearer, filePart(png), filePart(png)), 'TOO_MANY')
    const many = await sendParts(alice.bearer, ...Array.from({ length: 100 }, () => filePart('x')))
    assertFileFault(many, 'TOO_MANY')
  })

  it('if the file is not jpg, png, gif or webp, whatever its name', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const others = [svg, await picture().avif().toBuffer(), Buffer.from('<script>alert(1)</script>'), Buffer.from('BM')]
    for (const bytes of others) assertFileFault(await upload(alice.bearer, bytes, 'a.png'), 'UNSUPPORTED_TYPE')
  })

  it('if the image is cut off', async () => {
    for (const format of FORMATS) {
      const bytes = await plain(format)
      assertFileFault(await upload(alice.bearer, bytes.subarray(0, -10)), 'INVALID_VALUE')
    }
  })

  it('if the image has too many pixels, however small the file', async () => {
    assertFileFault(await upload(alice.bearer, hugePng(60_000, 60_000)), 'TOO_LARGE')
    assertFileFault(await upload(alice.bearer, hugeGif(3000, 3000, 2000)), 'TOO_LARGE')
  })

  it('if the file has 10 MiB and a byte, or far more', async () => {
    assertFileFault(await upload(alice.bearer, await largePng(IMAGE_MAX_BYTES + 1)), 'TOO_LARGE')
    assertFileFault(await upload(alice.bearer, Buffer.alloc(40 * 1024 * 1024)), 'TOO_LARGE')
  })

  it('if the body is not a form or is cut off, without waiting for more', async () => {
    const whole = Buffer.concat([filePart(png), Buffer.from(`--${BOUNDARY}--\r\n`)])
    const bodies = [
      Buffer.from('hello'),
      Buffer.from(`--${BOUNDARY}\r\n`),
      whole.subarray(0, 40),
      whole.subarray(0, -30),
    ]
    for (const raw of bodies) {
      const answer = await alice.bearer.send('POST', '/api/v1/uploads', { raw, headers: MULTIPART })
      assertFileFault(answer, 'INVALID_VALUE')
    }
    const headers = { 'content-type': 'multipart/form-data' }
    assertFileFault(await alice.bearer.send('POST', '/api/v1/uploads', { raw: whole, headers }), 'INVALID_VALUE')
  })

  it('leaves no file behind', async () => {
    const before = (await filesOf(server)).stored.length
    await upload(alice.bearer, Buffer.from('no image'))
    await upload(alice.bearer, hugePng(60_000, 60_000))
    await sendParts(alice.bearer, filePart(png), filePart(png))
    assert.deepEqual((await filesOf(server)).incoming, [])
    assert.equal((await filesOf(server)).stored.length, before)
  })
})

describe('POST /api/v1/uploads, other errors', () => {
  it('401 without credentials, 403 for a token without the plan', async () => {
    assertError(await upload(server.anyone, png), 401, 'UNAUTHORIZED')
    assertError(await upload((await server.person({ plan: 'free' })).bearer, png), 403, 'PLAN_REQUIRED')
  })

  it('415 for any body but a form', async () => {
    for (const type of ['application/json', 'image/png', 'multipart/mixed; boundary=x', 'text/plain']) {
      const answer = await alice.bearer.send('POST', '/api/v1/uploads', { raw: '{', headers: { 'content-type': type } })
      assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE', {})
    }
  })

  it('415 for a form where JSON is expected', async () => {
    const answer = await alice.session.send('POST', '/api/v1/tokens', { raw: new FormData() })
    assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('429 beyond the limit of a minute, counted for each account separately', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_UPLOADS: '2' } })
    try {
      const [one, other] = [await limited.person(), await limited.person()]
      assert.equal((await upload(one.bearer, png)).status, 201)
      assert.equal((await upload(one.session, png)).status, 201)
      const refused = await upload(one.bearer, png)
      assertError(refused, 429, 'RATE_LIMITED')
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal((await upload(other.bearer, png)).status, 201)
      assert.equal((await one.bearer.get('/api/v1/me')).status, 200)
    } finally {
      await limited.close()
    }
  })
})

describe('Idempotency-Key', () => {
  it('returns the first image for a repeated upload, and stores no second', async () => {
    const key = { 'idempotency-key': 'upload-1' }
    const first = await upload(alice.bearer, png, 'a.png', key)
    const count = (await filesOf(server)).stored.length
    const second = await upload(alice.bearer, png, 'a.png', key)
    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
    assert.equal((await filesOf(server)).stored.length, count)
    assert.ok((await storedFile(first.body.path)).equals(png))
  })

  it('is refused for another image, and when it is malformed; nothing is stored', async () => {
    const key = { 'idempotency-key': 'upload-2' }
    await upload(alice.bearer, png, 'a.png', key)
    const count = (await filesOf(server)).stored.length
    const other = await upload(alice.bearer, await plain('gif'), 'a.png', key)
    assertError(other, 400, 'VALIDATION_ERROR', { 'Idempotency-Key': 'INVALID_VALUE' })
    const long = await upload(alice.bearer, png, 'a.png', { 'idempotency-key': 'x'.repeat(300) })
    assertError(long, 400, 'VALIDATION_ERROR', { 'Idempotency-Key': 'INVALID_VALUE' })
    assert.equal((await filesOf(server)).stored.length, count)
  })
})

describe('a client that', () => {
  it('disconnects in the middle leaves no file', async () => {
    const socket = rawUpload(server, alice.token, 5_000_000)
    socket.write(Buffer.concat([filePart(png).subarray(0, 90), Buffer.alloc(500_000)]))
    await eventually(async () => assert.equal((await filesOf(server)).incoming.length, 1))
    socket.destroy()
    await eventually(async () => assert.deepEqual((await filesOf(server)).incoming, []))
  })

  it('is still sending when it is refused can read the response and reuse the connection', async () => {
    const { length } = Buffer.alloc(20 * 1024 * 1024)
    const socket = rawUpload(server, alice.token, length)
    const head = filePart('').subarray(0, -2)
    socket.write(head)
    // Writes everything before it reads, as simple clients do.
    const rest = Buffer.alloc(length - head.length)
    await new Promise(resolve => socket.write(rest, resolve))
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 400 /)
    assert.match(String(answer), /TOO_LARGE/)
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const [next] = await once(socket, 'data')
    assert.match(String(next), /^HTTP\/1\.1 200 /)
    socket.destroy()
  })

  it('never stops sending is disconnected after the response', async () => {
    const socket = rawUpload(server, alice.token, 10 ** 12)
    socket.on('error', () => {})
    const closed = new Promise(resolve => socket.once('close', resolve))
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 400 .*TOO_LARGE/s)
    const chunk = Buffer.alloc(1024 * 1024)
    const send = () => socket.writable && socket.write(chunk, error => error ?? send())
    send()
    await closed
  })

  it('sends its bytes one by one is served', async () => {
    const body = Buffer.concat([filePart(png), Buffer.from(`--${BOUNDARY}--\r\n`)])
    const socket = rawUpload(server, alice.token, body.length)
    socket.setNoDelay()
    const answer = once(socket, 'data')
    for (const byte of body) await new Promise(resolve => socket.write(Buffer.from([byte]), resolve))
    assert.match(String((await answer)[0]), /^HTTP\/1\.1 201 /)
    socket.destroy()
  })
})

it('an account’s images are stored under its own folder', async () => {
  const bob = await server.person()
  const { body } = await upload(new Client(server.url, { token: bob.token }), png)
  assert.ok(body.path.startsWith(`posts/${bob.account.id}/`))
})
