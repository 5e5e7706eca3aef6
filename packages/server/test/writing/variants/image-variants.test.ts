import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { imageVariantsOf } from '@galley/contract/writing/image-names'
import sharp from 'sharp'
import { animation, plain } from '../../support/posts/images.ts'
import { filesOf, upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const get = async (path: string) => {
  const response = await fetch(`${server.url}/media/${path}`, { redirect: 'manual' })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}
const variantFiles = async () => (await filesOf(server)).stored.filter(file => file.startsWith('variants/'))

describe('smaller copies of an image', () => {
  it('are made as WebP at the first request, and stored', async () => {
    const { body } = await upload(alice.bearer, await plain('png', 1200, 800))
    const variants = imageVariantsOf(body.url)
    assert.deepEqual(
      variants.map(({ width }) => width),
      [480, 960],
    )
    assert.deepEqual(await variantFiles(), [])
    const path = variants[0]?.path ?? ''
    const answers = await Promise.all(Array.from({ length: 5 }, () => get(path)))
    for (const { status, headers, bytes } of answers) {
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/webp'])
      assert.match(headers.get('cache-control') ?? '', /immutable/)
      const { width, height, format } = await sharp(bytes).metadata()
      assert.deepEqual([width, height, format], [480, 320, 'webp'])
    }
    assert.deepEqual(await variantFiles(), [path])
    assert.equal((await get(body.path)).bytes.length, body.file_size, 'the original is kept')
  })

  it('are only those of existing images, in these widths', async () => {
    const { body } = await upload(alice.bearer, await plain('jpeg', 700, 400))
    const [variant] = imageVariantsOf(body.url)
    assert.ok(variant)
    for (const path of [
      variant.path.replace('-480.', '-481.'),
      variant.path.replace('-480.', '-960.'),
      variant.path.replace('.webp', '.png'),
      variant.path.replace(/.{4}-480/, '0000-480'),
      variant.path.replace(alice.account.id, crypto.randomUUID()),
      'variants/x-480.webp',
      'variants/../x-480.webp',
    ]) {
      assert.equal((await get(path)).status, 404, path)
    }
    const animated = await upload(alice.bearer, await animation('gif'))
    assert.deepEqual(imageVariantsOf(animated.body.url), [])
  })

  it('are not made of an animation: the original is shown', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map(background =>
        sharp({ create: { width: 600, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    const { body } = await upload(alice.bearer, bytes)
    const path = imageVariantsOf(body.url)[0]?.path ?? ''
    for (let i = 0; i < 2; i++) {
      const { status, headers } = await get(path)
      assert.deepEqual(
        [status, headers.get('location'), headers.get('cache-control')],
        [302, `/media/${body.path}`, 'no-store'],
      )
    }
  })

  it('are tried again after an error of the storage; until then the original is shown', async () => {
    const { body } = await upload(alice.bearer, await plain('png', 1202, 300))
    const path = imageVariantsOf(body.url)[0]?.path ?? ''
    const folder = join(server.context.settings.dataDir, 'media', 'variants')
    await rename(folder, `${folder}-aside`).catch(() => {})
    await writeFile(folder, 'a file where the folder of the copies should be')
    const { status, headers } = await get(path)
    assert.deepEqual([status, headers.get('location')], [302, `/media/${body.path}`])
    await rm(folder)
    await rename(`${folder}-aside`, folder).catch(() => {})
    assert.equal((await get(path)).status, 200)
  })

  it('are deleted with the image', async () => {
    const { body } = await upload(alice.bearer, await plain('png', 1201, 300))
    const path = imageVariantsOf(body.url)[1]?.path ?? ''
    assert.equal((await get(path)).status, 200)
    assert.equal((await alice.bearer.delete(`/api/v1/uploads/${body.id}`)).status, 200)
    assert.ok(!(await variantFiles()).includes(path))
    assert.equal((await get(path)).status, 404)
  })
})
