import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import sharp from 'sharp'
import { Client } from '../../support/client.ts'
import { animation, FORMATS, fromPhone, largePng, mimeOf, plain } from '../../support/posts/images.ts'
import { part, sendParts, upload } from '../../support/posts/upload.ts'
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

const EXTENSIONS = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp' }

const RECORD = [
  'url',
  'path',
  'file_name',
  'file_size',
  'mime_type',
  'id',
  'sha256',
  'stored_sha256',
  'width',
  'height',
]

const PATH = /^posts\/[\da-f-]{36}\/[\da-f-]{36}\.(jpg|png|gif|webp)$/
const storedFile = (path: string) => readFile(join(server.context.settings.dataDir, 'media', path))

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
    const response = await sendParts(
      alice.bearer,
      part('Content-Disposition: form-data; name="file"; filename="a.html"\r\nContent-Type: text/html', png),
    )
    assert.equal(response.body.mime_type, 'image/png')
    assert.ok(response.body.path.endsWith('.png'))
  })

  it('accepts exactly 10 MiB', async () => {
    const bytes = await largePng(IMAGE_MAX_BYTES)
    const { status, body } = await upload(alice.bearer, bytes)
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.file_size, IMAGE_MAX_BYTES)
  })

  it('accepts many at once', async () => {
    const images = await Promise.all(Array.from({ length: 20 }, (_, i) => plain('png', 30 + i)))
    const responses = await Promise.all(images.map(image => upload(alice.bearer, image)))
    assert.deepEqual(new Set(responses.map(response => response.status)), new Set([201]))
    assert.equal(new Set(responses.map(response => response.body.path)).size, 20)
  })
})

it('an account’s images are stored under its own folder', async () => {
  const bob = await server.person()
  const { body } = await upload(new Client(server.url, { token: bob.token }), png)
  assert.ok(body.path.startsWith(`posts/${bob.account.id}/`))
})
