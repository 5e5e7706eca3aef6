import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { imageSizeOf } from '@galley/contract/writing/image-names'
import { newId } from '../../../src/platform/core/ids.ts'
import { newImageId } from '../../../src/writing/uploads/image-id.ts'
import { animation, fromPhone, plain } from '../../support/posts/images.ts'
import { createPost, POSTS } from '../../support/posts/posts.ts'
import { PUBLIC, publish } from '../../support/posts/public.ts'
import { upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

describe('the URL of an uploaded image', () => {
  for (const [what, bytes, size] of [
    ['a still image', () => plain('png', 70, 50), { width: 70, height: 50 }],
    ['an image rotated by 90°', () => fromPhone('jpeg', { orientation: 6 }), { width: 40, height: 60 }],
    ['an image rotated by 180°', () => fromPhone('webp', { orientation: 3 }), { width: 60, height: 40 }],
    ['an animation', () => animation('gif'), { width: 20, height: 10 }],
  ] as const) {
    it(`contains the size of ${what}`, async () => {
      const { status, body } = await upload(alice.bearer, await bytes())
      assert.equal(status, 201)
      assert.deepEqual(imageSizeOf(body.url), size)
    })
  }

  it('contains the size of a thumbnail', async () => {
    const { id } = await createPost(alice.bearer)
    const form = new FormData()
    form.append('file', new File([new Uint8Array(await plain('png', 70, 50))], 'a.png'))
    const { body } = await alice.bearer.send('POST', `${POSTS}/${id}/thumbnail`, { raw: form })
    assert.deepEqual(imageSizeOf(body.post.thumbnail_url), { width: 70, height: 50 })
  })

  it('gives the image in a post its width and height', async () => {
    const { body } = await upload(alice.bearer, await plain('png', 70, 50))
    const { id } = await publish(alice.bearer, { content: `![x](${body.url})` })
    const { html } = (await server.anyone.get(`${PUBLIC}/posts/${id}/html`)).body
    const image = `<img src="${body.url}" alt="x" width="70" height="50" loading="lazy" decoding="async" />`
    assert.equal(html, `<p>${image}</p>\n`)
  })

  it('is ignored if the size is too large or the image was not stored here', () => {
    const address = (id: string) => `https://a.test/media/posts/${newId()}/${id}.png`
    assert.deepEqual(imageSizeOf(address(newImageId({ width: 65_535, height: 1 }))), { width: 65_535, height: 1 })
    for (const url of [
      address(newImageId({ width: 65_536, height: 1 })),
      address(newId()),
      address(newImageId({ width: 1, height: 1 })).replace('.png', '.svg'),
      'https://a.test/x.png',
      '',
    ]) {
      assert.equal(imageSizeOf(url), undefined, url)
    }
  })
})
