import type { ImageType } from '@galley/contract/images'
import type { Anatomy } from './anatomy.ts'
import type { ByteWindow } from './byte-window.ts'
import { gifAnatomy } from './gif-anatomy.ts'
import { jpegAnatomy } from './jpeg-anatomy.ts'
import { pngAnatomy } from './png-anatomy.ts'
import { webpAnatomy } from './webp-anatomy.ts'

/** By its first bytes only, whatever the name or the header says. */
export async function imageTypeOf(file: ByteWindow): Promise<ImageType | undefined> {
  const head = (await file.read(0, Math.min(12, file.size))).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(head)) return 'image/gif'
  if (/^RIFF.{4}WEBP$/s.test(head)) return 'image/webp'
  return undefined
}

const WALKS = {
  'image/jpeg': jpegAnatomy,
  'image/png': pngAnatomy,
  'image/gif': gifAnatomy,
  'image/webp': webpAnatomy,
} satisfies Record<ImageType, (file: ByteWindow) => Promise<Anatomy>>

/** Parses the whole file. Throws if a part is truncated or invalid. */
export function anatomyOf(file: ByteWindow, type: ImageType): Promise<Anatomy> {
  return WALKS[type](file)
}
