import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { insertPngChunks, longGif, plain, pngChunk } from '../../support/posts/images.ts'
import { upload } from '../../support/posts/upload.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

it('large animations of one account wait for each other, up to a sum, and not the images of others', async () => {
  const [alice, bob] = await Promise.all([server.person(), server.person()])
  // 800 megapixels may wait.
  const [sent, accepted] = [20, 18]
  let pending = sent
  const uploads = await Promise.all(Array.from({ length: sent }, (_, i) => longGif({ frames: 11, number: i })))
  const responses = uploads.map(bytes => upload(alice.bearer, bytes).finally(() => pending--))
  const first = await Promise.race(responses)
  assertError(first, 503, 'UNAVAILABLE')
  assert.equal(first.headers.get('retry-after'), '10')
  await Promise.race(responses.map(async response => ((await response).status === 201 ? null : new Promise(() => {}))))

  const small = await upload(bob.bearer, await plain('png'))
  assert.equal(small.status, 201)
  assert.ok(pending > accepted / 2, `only ${pending} of ${sent} were pending`)
  const ofBob = await upload(bob.bearer, await longGif({ frames: 11, number: 0 }))
  assert.equal(ofBob.status, 201)
  assert.ok(pending > 1, 'the animation of another account waits for one or two')

  const rejected = (await Promise.all(responses)).filter(({ status }) => status !== 201)
  for (const response of rejected) assertError(response, 503, 'UNAVAILABLE')
  assert.ok(rejected.length >= sent - accepted)
})

it('an image waits for few of the large images of another account', async () => {
  const [alice, bob] = await Promise.all([server.person(), server.person()])
  // Only one of this size is decoded at a time.
  const large = await plain('png', 5000, 5000)
  const sent = 12
  let pending = sent
  const responses = Array.from({ length: sent }, (_, i) => {
    const bytes = insertPngChunks(large, pngChunk('tEXt', Buffer.from(`number\0${i}`)))
    return upload(alice.bearer, bytes).finally(() => pending--)
  })
  await Promise.race(responses)
  assert.equal((await upload(bob.bearer, await plain('png'))).status, 201)
  assert.ok(pending >= sent / 2, `only ${pending} of ${sent} were pending`)
  await Promise.all(responses)
})
