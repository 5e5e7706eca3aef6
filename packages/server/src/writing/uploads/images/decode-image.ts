import { createReadStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { IMAGE_MAX_PIXELS_PER_FRAME } from '@galley/contract/limits'
import type { ImageSize } from '@galley/contract/writing/image-names'
import { IMAGE_EXTENSIONS, type ImageType } from '@galley/contract/writing/images'
import type { Metadata, Sharp, SharpConstructor, SharpOptions } from 'sharp'
import { AppError, type FieldIssue, invalid } from '../../../platform/core/errors.ts'
import { Turns } from '../../../platform/core/limits/turns.ts'
import type { ImageStructure } from './image-structure.ts'

/** Pixels of all frames of an animation: what a decoder can handle in a few seconds. */
const ANIMATION_MAX_PIXELS = 10 * IMAGE_MAX_PIXELS_PER_FRAME
const ANIMATION_MAX_FRAMES = 5000
const DECODE_TIMEOUT_S = 30

/**
 * Limits the pixels that are decoded at the same time, because they are in memory: one image of the largest size, or
 * two smaller ones.
 */
const images = new Turns(IMAGE_MAX_PIXELS_PER_FRAME, 2)
const LEAST_COST = IMAGE_MAX_PIXELS_PER_FRAME / 2
/** For animations with more pixels than an image may have. One takes seconds, for which no image should wait. */
const animations = new Turns(1, 1)
/** The pixels of such animations that wait or are decoded, by account. The wait is about long enough for the maximum. */
const animatedPixels = new Map<string, number>()
const ANIMATED_MAX_PIXELS_PER_ACCOUNT = 2 * ANIMATION_MAX_PIXELS

const busy = () =>
  new AppError('UNAVAILABLE', 'Too many images are being processed. Try again.', { retryAfterSeconds: 10 })
const WAIT = { waitMs: 30_000, rejection: busy }

/** Damaged pixels are accepted, as browsers do; a truncated file or one that is not an image fails. */
const OPTIONS: SharpOptions = { animated: true, failOn: 'error', limitInputPixels: ANIMATION_MAX_PIXELS }

/** An image, and the account whose turn it takes. */
interface Decoded {
  readonly type: ImageType
  readonly structure: ImageStructure
  readonly metadata: Metadata
  readonly owner: string
}

/** Decodes the whole image, and throws an error of the field `file` if that fails or would take too much. */
export async function decodeImage(
  file: string,
  { type, structure, owner }: Omit<Decoded, 'metadata'>,
): Promise<Metadata> {
  const sharp = await loadSharp()
  const unreadable = async (error: Error): Promise<never> => {
    if (/\btimeout\b/.test(error.message)) throw busy()
    if (/\bout of memory\b/.test(error.message)) throw error
    // The library says the same of a file that it cannot read. Then this throws.
    await pipeline(createReadStream(file), new Writable({ write: (_chunk, _encoding, done) => done() }))
    throw fileIssue('INVALID_VALUE', `The ${IMAGE_EXTENSIONS[type]} file is damaged or incomplete.`)
  }
  const metadata = await sharp(file, { ...OPTIONS, limitInputPixels: false })
    .metadata()
    .catch(unreadable)
  const pixels = Math.max(metadata.width * (metadata.pageHeight ?? metadata.height), structure.pixels ?? 0)
  const allFrames = Math.max(metadata.pages ?? 1, structure.frames)
  if (pixels > IMAGE_MAX_PIXELS_PER_FRAME) {
    throw fileIssue('TOO_LARGE', `Must have at most ${IMAGE_MAX_PIXELS_PER_FRAME / 1e6} megapixels.`)
  }
  if (allFrames > ANIMATION_MAX_FRAMES || pixels * allFrames > ANIMATION_MAX_PIXELS) {
    throw fileIssue('TOO_LARGE', 'The animation has too many frames for its size.')
  }
  const decode = () =>
    // Shrinking processes every pixel without holding all of them in memory.
    sharp(file, { ...OPTIONS, ignoreIcc: true, sequentialRead: true })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer()
      .catch(unreadable)
  if (pixels * allFrames > IMAGE_MAX_PIXELS_PER_FRAME) await decodeAnimation(owner, pixels * allFrames, decode)
  else await images.run(owner, Math.max(pixels, LEAST_COST), decode, WAIT)
  return metadata
}

async function decodeAnimation(owner: string, pixels: number, decode: () => Promise<unknown>): Promise<void> {
  const add = (count: number) => {
    const sum = (animatedPixels.get(owner) ?? 0) + count
    if (sum > 0) animatedPixels.set(owner, sum)
    else animatedPixels.delete(owner)
    return sum
  }
  try {
    if (add(pixels) > ANIMATED_MAX_PIXELS_PER_ACCOUNT) throw busy()
    await animations.run(owner, 1, decode, WAIT)
  } finally {
    add(-pixels)
  }
}

/** Writes the rotated image, for viewers that no longer find its EXIF. Colours and profile stay. */
export async function turnUpright(
  file: string,
  target: string,
  { type, structure, metadata, owner }: Decoded,
): Promise<void> {
  const sharp = await loadSharp()
  const { width, height, space } = metadata
  const turn = async () => {
    const image = sharp(file, { ...OPTIONS, animated: false })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .keepIccProfile()
    // Otherwise CMYK would be converted to RGB, and 16 bits per channel reduced to 8.
    if (KEPT_SPACES.includes(space ?? '')) image.pipelineColourspace(space).toColourspace(space)
    const encoded = encodeLike(rotate(image, structure.orientation), type, structure, metadata)
    await encoded.toFile(target).catch(addDiskFullCode)
  }
  await images.run(owner, width * height, turn, WAIT)
}

/** The errors of sharp have only a text. With the code of Node, a full disk is recognised. */
function addDiskFullCode(error: Error): never {
  const isFull = /No space left on device|Disk quota exceeded/.test(error.message)
  throw isFull ? Object.assign(error, { code: 'ENOSPC' }) : error
}

const KEPT_SPACES = ['cmyk', 'rgb16', 'grey16']

/** By EXIF orientation, 1 to 8. */
function rotate(image: Sharp, orientation: number): Sharp {
  const angle = { 3: 180, 5: 90, 6: 90, 7: 270, 8: 270 }[orientation] ?? 0
  const turned = angle === 0 ? image : image.rotate(angle)
  if ([4, 5, 7].includes(orientation)) return turned.flip()
  return orientation === 2 ? turned.flop() : turned
}

function encodeLike(image: Sharp, type: ImageType, { lossless = false }: ImageStructure, metadata: Metadata): Sharp {
  if (type === 'image/png') return image.png()
  if (type === 'image/webp') return lossless ? image.webp({ lossless }) : image.webp({ quality: 92 })
  const chromaSubsampling = metadata.chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4'
  // Optimised tables would need the whole image in memory once more.
  return image.jpeg({ quality: 92, chromaSubsampling, optimiseCoding: false })
}

/** Writes a smaller copy as WebP. Returns false for an animation, which a copy would stop. */
export async function shrinkImage(
  file: string,
  target: string,
  { width, owner }: { width: number; owner: string },
): Promise<boolean> {
  const sharp = await loadSharp()
  const metadata = await sharp(file, { ...OPTIONS, limitInputPixels: false }).metadata()
  if ((metadata.pages ?? 1) > 1) return false
  const shrink = () =>
    sharp(file, { ...OPTIONS, animated: false, sequentialRead: true })
      .timeout({ seconds: DECODE_TIMEOUT_S })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(target)
  await images.run(owner, Math.max(metadata.width * metadata.height, LEAST_COST), shrink, WAIT)
  return true
}

/** The size of a stored image, of one frame. */
export async function readImageSize(file: string): Promise<ImageSize> {
  const sharp = await loadSharp()
  const { width, height, pageHeight } = await sharp(file, { ...OPTIONS, limitInputPixels: false }).metadata()
  return { width, height: pageHeight ?? height }
}

function fileIssue(code: FieldIssue['code'], message: string) {
  return invalid({ field: 'file', code, message })
}

/** Loaded with the first image because it is large. The cache is off: it would return an old file for a reused name. */
export async function loadSharp(): Promise<SharpConstructor> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
