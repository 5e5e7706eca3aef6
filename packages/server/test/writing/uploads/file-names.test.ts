import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { plain } from '../../support/posts/images.ts'
import { filePart, sendParts, upload } from '../../support/posts/upload.ts'
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

const PATH = /^posts\/[\da-f-]{36}\/[\da-f-]{36}\.(jpg|png|gif|webp)$/

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
