import type { ImageType } from '@galley/contract/writing/images'
import type { ByteWindow } from './byte-window.ts'
import type { ImageStructure } from './image-structure.ts'
import { parseGif } from './parse-gif.ts'
import { parseJpeg } from './parse-jpeg.ts'
import { parsePng } from './parse-png.ts'
import { parseWebp } from './parse-webp.ts'

/** By its first bytes only, whatever the name or the header says. */
export async function imageTypeOf(file: ByteWindow): Promise<ImageType | undefined> {
  const head = (await file.read(0, Math.min(12, file.size))).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  if (/^RIFF.{4}WEBP$/s.test(head)) return 'image/webp'
  return undefined
}

const PARSERS = {
  'image/jpeg': parseJpeg,
  'image/png': parsePng,
  'image/gif': parseGif,
  'image/webp': parseWebp,
} satisfies Record<ImageType, (file: ByteWindow) => Promise<ImageStructure>>

/** Parses the whole file. Throws if a part is truncated or invalid. */
export function parseImage(file: ByteWindow, type: ImageType): Promise<ImageStructure> {
  return PARSERS[type](file)
}
