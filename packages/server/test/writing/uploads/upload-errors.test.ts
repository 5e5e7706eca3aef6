import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import { assertError } from '../../support/client.ts'
import { FORMATS, hugeGif, hugePng, largePng, picture, plain } from '../../support/posts/images.ts'
import { BOUNDARY, filePart, filesOf, MULTIPART, sendParts, upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
let png: Buffer
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  png = await plain('png')
})
after(() => server.close())

const assertFileIssue = (response: Parameters<typeof assertError>[0], code: string) =>
  assertError(response, 400, 'VALIDATION_ERROR', { file: code })

describe('POST /api/v1/uploads, 400', () => {
  it('without a file: no body, an empty form, a form with an empty file field', async () => {
    assertFileIssue(await alice.bearer.send('POST', '/api/v1/uploads'), 'REQUIRED')
    assertFileIssue(await sendParts(alice.bearer), 'REQUIRED')
    assertFileIssue(
      await sendParts(alice.bearer, filePart('', '; filename=""\r\nContent-Type: application/octet-stream')),
      'REQUIRED',
    )
  })

  it('names every unknown field', async () => {
    const form = new FormData()
    form.append('title', 'x')
    form.append('image', new File(['x'], 'x.png'))
    const response = await alice.bearer.send('POST', '/api/v1/uploads', { raw: form })
    assertError(response, 400, 'VALIDATION_ERROR', { title: 'UNKNOWN_FIELD', image: 'UNKNOWN_FIELD', file: 'REQUIRED' })
    const both = await sendParts(alice.bearer, filePart(png), filePart('1', '', 'alt'))
    assertError(both, 400, 'VALIDATION_ERROR', { alt: 'UNKNOWN_FIELD' })
  })

  it('if file is text, occurs twice, or there are too many parts', async () => {
    assertFileIssue(await sendParts(alice.bearer, filePart('hello', '')), 'INVALID_TYPE')
    assertFileIssue(await sendParts(alice.bearer, filePart(png), filePart(png)), 'TOO_MANY')
    const many = await sendParts(alice.bearer, ...Array.from({ length: 100 }, () => filePart('x')))
    assertFileIssue(many, 'TOO_MANY')
  })

  it('if the file is not jpg, png, gif or webp, whatever its name', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const others = [svg, await picture().avif().toBuffer(), Buffer.from('<script>alert(1)</script>'), Buffer.from('BM')]
    for (const bytes of others) assertFileIssue(await upload(alice.bearer, bytes, 'a.png'), 'UNSUPPORTED_TYPE')
  })

  it('if the image is cut off', async () => {
    for (const format of FORMATS) {
      const bytes = await plain(format)
      assertFileIssue(await upload(alice.bearer, bytes.subarray(0, -10)), 'INVALID_VALUE')
    }
  })

  it('if the image has too many pixels, however small the file', async () => {
    assertFileIssue(await upload(alice.bearer, hugePng(60_000, 60_000)), 'TOO_LARGE')
    assertFileIssue(await upload(alice.bearer, hugeGif(3000, 3000, 2000)), 'TOO_LARGE')
  })

  it('if the file has 10 MiB and a byte, or far more', async () => {
    assertFileIssue(await upload(alice.bearer, await largePng(IMAGE_MAX_BYTES + 1)), 'TOO_LARGE')
    assertFileIssue(await upload(alice.bearer, Buffer.alloc(40 * 1024 * 1024)), 'TOO_LARGE')
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
      const response = await alice.bearer.send('POST', '/api/v1/uploads', { raw, headers: MULTIPART })
      assertFileIssue(response, 'INVALID_VALUE')
    }
    const headers = { 'content-type': 'multipart/form-data' }
    assertFileIssue(await alice.bearer.send('POST', '/api/v1/uploads', { raw: whole, headers }), 'INVALID_VALUE')
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
      const response = await alice.bearer.send('POST', '/api/v1/uploads', {
        raw: '{',
        headers: { 'content-type': type },
      })
      assertError(response, 415, 'UNSUPPORTED_MEDIA_TYPE', {})
    }
  })

  it('415 for a form where JSON is expected', async () => {
    const response = await alice.session.send('POST', '/api/v1/tokens', { raw: new FormData() })
    assertError(response, 415, 'UNSUPPORTED_MEDIA_TYPE')
  })

  it('429 beyond the limit of a minute, counted for each account separately', async () => {
    const limited = await startTestServer({ env: { RATE_LIMIT_UPLOADS: '2' } })
    try {
      const [one, other] = [await limited.person(), await limited.person()]
      assert.equal((await upload(one.bearer, png)).status, 201)
      assert.equal((await upload(one.session, png)).status, 201)
      const rejected = await upload(one.bearer, png)
      assertError(rejected, 429, 'RATE_LIMITED')
      assert.ok(Number(rejected.headers.get('retry-after')) > 0)
      assert.equal((await upload(other.bearer, png)).status, 201)
      assert.equal((await one.bearer.get('/api/v1/me')).status, 200)
    } finally {
      await limited.close()
    }
  })
})
