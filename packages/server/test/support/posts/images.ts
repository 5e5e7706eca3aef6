import assert from 'node:assert/strict'
import sharp, { type Sharp } from 'sharp'

// Tests reuse file names, and the cache is keyed by name.
sharp.cache(false)

export type Format = 'jpeg' | 'png' | 'gif' | 'webp'
export const FORMATS: readonly Format[] = ['jpeg', 'png', 'gif', 'webp']
export const mimeOf = (format: Format): string => `image/${format}`

/** An asymmetric image, so that a wrong rotation shows. */
export function picture(width = 60, height = 40): Sharp {
  const patch = { create: { width: width >> 1, height: height >> 2, channels: 3, background: '#0000ff' } } as const
  const base = sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
  return base.composite([{ input: patch, left: 0, top: 0 }])
}

/** Without metadata. */
export const plain = (format: Format, width?: number, height?: number): Promise<Buffer> =>
  picture(width, height)
    .toFormat(format, format === 'webp' ? { lossless: true } : {})
    .toBuffer()

/** With a colour profile and the metadata of a phone: EXIF with a location, XMP. */
export function fromPhone(format: Exclude<Format, 'gif'>, { orientation = 1 } = {}): Promise<Buffer> {
  return picture()
    .toFormat(format, format === 'webp' ? { lossless: true } : {})
    .withExif({
      IFD0: { Copyright: 'secret owner' },
      IFD3: { GPSLatitude: '35/1 39/1 0/1' },
    })
    .withMetadata({ orientation, icc: 'p3' })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .toBuffer()
}

export async function animation(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const colours = Array.from(
    { length: frames },
    (_, i) => `#${(i * 37 + 4096).toString(16).padStart(6, '0').slice(0, 6)}`,
  )
  const stills = await Promise.all(
    colours.map(background =>
      sharp({ create: { width: 20, height: 10, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(stills, { join: { animated: true } })
    .toFormat(format, { loop: 2, delay: stills.map(() => 100) })
    .toBuffer()
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

/** One PNG chunk with its checksum. */
export function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  let crc = 0xffffffff
  for (const byte of body) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(~crc >>> 0, 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Inserts chunks after the header of a PNG. */
export function insertPngChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const afterHeader = 8 + 12 + 13
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)])
}

/** A PNG of exactly this many bytes: noise, padded with a palette chunk. */
export async function largePng(size: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const base = await sharp({ create: { width: 1700, height: 1600, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer()
  const missing = size - base.length - 12
  assert.ok(missing > 0, `${base.length} bytes of noise`)
  const end = base.length - 12
  return Buffer.concat([base.subarray(0, end), pngChunk('sPLT', Buffer.alloc(missing)), base.subarray(end)])
}

/** Two frames; programs without APNG support show the first. */
export async function apng(...extra: Buffer[]): Promise<Buffer> {
  const png = await plain('png', 20, 10)
  const control = (sequence: number): Buffer => {
    const bytes = Buffer.alloc(26)
    bytes.writeUInt32BE(sequence, 0)
    bytes.writeUInt32BE(20, 4)
    bytes.writeUInt32BE(10, 8)
    bytes.writeUInt16BE(1, 20)
    bytes.writeUInt16BE(10, 22)
    return pngChunk('fcTL', bytes)
  }
  const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8)
  const second = pngChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), data]))
  const animated = insertPngChunks(png, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])), control(0), ...extra)
  const end = animated.indexOf('IEND') - 4
  return Buffer.concat([animated.subarray(0, end), control(1), second, animated.subarray(end)])
}

/** An animation of 4 megapixels per frame in a small file. The number makes it another file. */
export async function longGif({ frames, number }: { frames: number; number: number }): Promise<Buffer> {
  const one = await plain('gif', 2000, 2000 - 2 * number)
  const body = 13 + 3 * 2 ** ((one[10]! & 7) + 1)
  const repeated = Array.from({ length: frames }, () => one.subarray(body, -1))
  return Buffer.concat([one.subarray(0, body), ...repeated, one.subarray(-1)])
}

/** A GIF with a canvas of this size and `frames` frames of one pixel. */
export function hugeGif(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  head.writeUInt16LE(width, 6)
  head.writeUInt16LE(height, 8)
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** A few bytes that claim to be an image of this size. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const idat = pngChunk('IDAT', Buffer.from('789c030000000001', 'hex'))
  return Buffer.concat([signature, pngChunk('IHDR', header), idat, pngChunk('IEND', Buffer.alloc(0))])
}

/** Inserts EXIF with only the orientation into a JPEG of any colour space. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1')
  tiff.writeUInt16BE(orientation, 18)
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, content.length + 2]), content])
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
}
