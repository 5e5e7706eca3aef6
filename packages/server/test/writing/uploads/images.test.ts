import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import sharp from 'sharp'
import { isDiskFull } from '../../../src/platform/core/errors.ts'
import { cleanImage } from '../../../src/writing/uploads/images/clean-image.ts'
import {
  animation,
  apng,
  FORMATS,
  fromPhone,
  insertPngChunks,
  mimeOf,
  picture,
  plain,
  pngChunk,
  withExif,
} from '../../support/posts/images.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-images-'))
})
after(() => rm(folder, { recursive: true }))

const PRIVATE = Buffer.from('private')

let count = 0

const newFile = () => join(folder, String(count++))

async function clean(bytes: Buffer): Promise<{ type: string; bytes: Buffer }> {
  const path = newFile()
  await writeFile(path, bytes)
  const image = await cleanImage(path, newFile, 'owner')
  return { type: image.type, bytes: await readFile(image.path) }
}

const pixels = (bytes: Buffer, autoOrient = false) =>
  sharp(bytes, { animated: true, ignoreIcc: true, autoOrient }).raw().toBuffer()

describe('an image without metadata', () => {
  for (const format of FORMATS) {
    it(`of type ${format} is stored unchanged, byte for byte`, async () => {
      const bytes = await plain(format)
      assert.deepEqual(await clean(bytes), { type: mimeOf(format), bytes })
    })
  }

  it('is stored unchanged if it is animated', async () => {
    for (const bytes of [await animation('gif'), await animation('webp'), await apng()]) {
      assert.deepEqual((await clean(bytes)).bytes, bytes)
    }
  })

  it('of type png is stored unchanged with chunks that nobody knows', async () => {
    const png = await plain('png')
    const extra = [pngChunk('iDOT', Buffer.alloc(28)), pngChunk('vpAg', Buffer.alloc(9)), pngChunk('prIV', PRIVATE)]
    const sent = insertPngChunks(png, ...extra)
    assert.deepEqual((await clean(sent)).bytes, sent)
    // Beside metadata, they may be metadata too.
    for (const type of ['eXIf', 'zxIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])
      assert.deepEqual((await clean(insertPngChunks(sent, pngChunk(type, PRIVATE)))).bytes, png, type)
  })

  it('is stored unchanged if it is progressive, grey, CMYK, interlaced, 16-bit or has a palette', async () => {
    const variants = await Promise.all([
      picture().jpeg({ progressive: true }).toBuffer(),
      picture().greyscale().jpeg().toBuffer(),
      picture().toColourspace('cmyk').jpeg().toBuffer(),
      picture().png({ progressive: true }).toBuffer(),
      picture().toColourspace('rgb16').png().toBuffer(),
      picture().png({ palette: true }).toBuffer(),
      picture().webp({ quality: 50 }).toBuffer(),
      picture().ensureAlpha(0.5).webp().toBuffer(),
    ])
    for (const bytes of variants) assert.deepEqual((await clean(bytes)).bytes, bytes)
  })
})

describe('metadata', () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    it(`is removed from ${format}; the colour profile and every pixel stay`, async () => {
      const sent = await fromPhone(format)
      assert.ok(sent.includes('secret'))
      const { bytes } = await clean(sent)
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
      assert.deepEqual([exif, xmp, iptc], [undefined, undefined, undefined])
      assert.deepEqual(icc, (await sharp(sent).metadata()).icc)
      assert.ok(!bytes.includes('secret'))
      assert.deepEqual(await pixels(bytes), await pixels(sent))
    })

    it(`of ${format} is applied before it is removed: all 8 orientations come out upright`, async () => {
      for (let orientation = 2; orientation <= 8; orientation++) {
        const sent = await fromPhone(format, { orientation })
        assert.equal((await sharp(sent).metadata()).orientation, orientation)
        const { bytes } = await clean(sent)
        const found = await sharp(bytes).metadata()
        assert.deepEqual([found.width, found.height], orientation < 5 ? [60, 40] : [40, 60])
        assert.deepEqual([found.exif, found.xmp, found.orientation], [undefined, undefined, undefined])
        assert.deepEqual(found.icc, (await sharp(sent).metadata()).icc)
        const [seen, meant] = [await pixels(bytes), await pixels(sent, true)]
        const difference = meant.reduce((sum, value, i) => sum + Math.abs(value - seen[i]!), 0) / meant.length
        assert.ok(difference < 3, `orientation ${orientation} of ${format} is off by ${difference}`)
      }
    })
  }

  it('is not applied on a full disk: the error says so', { skip: process.platform !== 'linux' }, async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const [path, stripped] = [newFile(), newFile()]
      await writeFile(path, await fromPhone(format, { orientation: 6 }))
      const files = [stripped, '/dev/full']
      await assert.rejects(
        cleanImage(path, () => files.shift()!, 'owner'),
        isDiskFull,
      )
      assert.deepEqual(files, [])
    }
  })

  it('is removed from an animated WebP, which stays animated', async () => {
    const still = await animation('webp')
    const sent = await sharp(still, { animated: true })
      .webp()
      .withExif({ IFD0: { Copyright: 'secret owner' } })
      .toBuffer()
    const { bytes } = await clean(sent)
    const found = await sharp(bytes, { animated: true }).metadata()
    assert.deepEqual([found.pages, found.loop, found.delay, found.exif], [3, 2, [100, 100, 100], undefined])
    assert.deepEqual(await pixels(bytes), await pixels(sent))
  })

  it('is removed from a GIF: comments, XMP and data after the end', async () => {
    const gif = await animation('gif')
    const body = 13 + 3 * 2 ** ((gif[10]! & 7) + 1)
    const xmp = Buffer.concat([
      Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'),
      Buffer.from('<secret/>'),
      magicTrailer(),
    ])
    const comment = Buffer.from('\x21\xfe\x06secret\0', 'latin1')
    const sent = Buffer.concat([gif.subarray(0, body), xmp, comment, gif.subarray(body), Buffer.from('<secret>')])
    assert.deepEqual((await clean(sent)).bytes, gif)
  })

  it('is removed from an APNG, which stays animated', async () => {
    const sent = await apng(pngChunk('tEXt', Buffer.from('Author\0secret')), pngChunk('tIME', Buffer.alloc(7)))
    assert.deepEqual((await clean(sent)).bytes, await apng())
  })

  it('after the end of an image is removed: a second image, a video, HTML', async () => {
    for (const format of FORMATS) {
      const bytes = await plain(format)
      assert.deepEqual((await clean(Buffer.concat([bytes, Buffer.from('<script>secret</script>')]))).bytes, bytes)
    }
  })

  it('in JPEG segments that no decoder needs is removed: comments, thumbnails, IPTC', async () => {
    const jpeg = await plain('jpeg')
    const segment = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')])
    const extra = [
      segment(0xfe, 'secret comment'),
      segment(0xed, 'Photoshop 3.0\0secret'),
      segment(0xe0, 'JFXX\0secret'),
      segment(0xe2, 'MPF\0secret'),
    ]
    assert.deepEqual((await clean(Buffer.concat([jpeg.subarray(0, 2), ...extra, jpeg.subarray(2)]))).bytes, jpeg)
  })
})

/** The trailer that lets block-based programs find the end of XMP data. */
function magicTrailer(): Buffer {
  const bytes = [0x01, ...Array.from({ length: 256 }, (_, i) => 255 - i), 0x00]
  return Buffer.from(bytes)
}

describe('colours', () => {
  it('in CMYK stay in CMYK when the image is rotated', async () => {
    const cmyk = withExif(await picture().toColourspace('cmyk').jpeg().toBuffer(), 6)
    assert.equal((await sharp(cmyk).metadata()).space, 'cmyk')
    const { bytes } = await clean(cmyk)
    const found = await sharp(bytes).metadata()
    assert.deepEqual([found.space, found.width, found.height], ['cmyk', 40, 60])
  })

  it('keep 16 bits per channel when the image is rotated', async () => {
    const deep = await picture().toColourspace('rgb16').png().withMetadata({ orientation: 3 }).toBuffer()
    assert.equal((await sharp((await clean(deep)).bytes).metadata()).depth, 'ushort')
  })
})
