import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { AppError } from '../../../src/platform/core/errors.ts'
import { cleanImage } from '../../../src/writing/uploads/images/clean-image.ts'
import { decodeImage } from '../../../src/writing/uploads/images/decode-image.ts'
import {
  animation,
  apng,
  FORMATS,
  hugeGif,
  hugePng,
  insertPngChunks,
  picture,
  plain,
  pngChunk,
} from '../../support/posts/images.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-images-'))
})
after(() => rm(folder, { recursive: true }))

let count = 0

const newFile = () => join(folder, String(count++))

async function clean(bytes: Buffer): Promise<{ type: string; bytes: Buffer }> {
  const path = newFile()
  await writeFile(path, bytes)
  const image = await cleanImage(path, newFile, 'owner')
  return { type: image.type, bytes: await readFile(image.path) }
}

const assertRejected = (bytes: Buffer, code: string, what?: string) =>
  assert.rejects(
    clean(bytes),
    (error: unknown) => error instanceof AppError && error.fields[0]?.field === 'file' && error.fields[0].code === code,
    what,
  )

describe('a file that cannot be read', () => {
  it('is an error of the server, not a damaged image', async () => {
    const structure = { kept: [], orientation: 1, frames: 1 }
    // Reading it is an I/O error.
    const unreadable = decodeImage('/proc/self/mem', { type: 'image/jpeg', structure, owner: 'owner' })
    await assert.rejects(unreadable, { code: 'EIO' })
  })
})

describe('refused as an unsupported type:', () => {
  it('files that are not images, or images of another type', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    const others: [string, Buffer][] = [
      ['nothing', Buffer.alloc(0)],
      ['one byte', Buffer.from([0xff])],
      ['text', Buffer.from('hello')],
      ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['SVG', Buffer.from(svg)],
      ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
      ['AVIF', await picture().avif().toBuffer()],
      ['TIFF', await picture().tiff().toBuffer()],
      ['a page that begins like a GIF', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;')],
      [
        'a page that begins like a PNG',
        Buffer.from('\x89PNG\r\n\x1a\n<!doctype html><script>alert(1)</script>', 'latin1'),
      ],
      [
        'a page that begins like a WebP',
        Buffer.from('RIFF\x30\0\0\0WEBP<!doctype html><script>alert(1)</script>     ', 'latin1'),
      ],
      [
        'a JPEG without a picture',
        Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xd9', 'latin1'),
      ],
    ]
    for (const [what, bytes] of others) await assertRejected(bytes, 'UNSUPPORTED_TYPE', what)
  })

  it('a file that consists of tiny chunks only', async () => {
    const comments = Buffer.alloc(3 * 150_000)
    for (let i = 0; i < comments.length; i += 3) comments.set([0x21, 0xfe, 0], i)
    await assertRejected(
      Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\0\0\0', 'latin1'), comments]),
      'UNSUPPORTED_TYPE',
    )
  })
})

describe('refused as damaged:', () => {
  it('an image that is cut off at any position', async () => {
    const images = [
      ...(await Promise.all(FORMATS.map(format => plain(format)))),
      await animation('gif'),
      await animation('webp'),
      await apng(),
    ]
    for (const bytes of images) {
      for (const length of [bytes.length - 1, bytes.length - 20, bytes.length >> 1]) {
        await assert.rejects(clean(bytes.subarray(0, length)), AppError, `${bytes.subarray(0, 12)} ${length}`)
      }
    }
  })

  it('an image whose pixels cannot be decoded', async () => {
    const png = await picture(200, 200).png().toBuffer()
    png.fill(0x5a, png.indexOf('IDAT') + 20, png.indexOf('IDAT') + 60)
    await assertRejected(png, 'INVALID_VALUE')
  })
})

describe('refused as too large:', () => {
  it('a few bytes that claim to be an image of 60,000 × 60,000', async () => {
    await assertRejected(hugePng(60_000, 60_000), 'TOO_LARGE')
    await assertRejected(hugeGif(60_000, 60_000, 1), 'TOO_LARGE')
  })

  it('one pixel more than 40 megapixels, while exactly 40 are accepted', async () => {
    const wide = (width: number) =>
      sharp({ create: { width, height: 4000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    assert.equal((await clean(await wide(10_000))).type, 'image/png')
    await assertRejected(await wide(10_001), 'TOO_LARGE')
  })

  it('an animation of thousands of frames, or of large ones', async () => {
    await assertRejected(hugeGif(3000, 3000, 1000), 'TOO_LARGE')
    await assertRejected(hugeGif(2, 2, 6000), 'TOO_LARGE')
    const frames = pngChunk('acTL', Buffer.from([0, 0, 0x20, 0, 0, 0, 0, 0]))
    await assertRejected(insertPngChunks(await plain('png', 1000, 1000), frames), 'TOO_LARGE')
  })

  it('but a long animation of small frames is accepted', async () => {
    const gif = hugeGif(20, 10, 2000)
    assert.deepEqual((await clean(gif)).bytes, gif)
  })
})
