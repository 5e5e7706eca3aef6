import { type FileHandle, open } from 'node:fs/promises'
import type { ImageSize } from '@galley/contract/writing/image-names'
import type { ImageType } from '@galley/contract/writing/images'
import { invalid } from '../../../platform/core/errors.ts'
import { ByteWindow, TruncatedError } from './byte-window.ts'
import { decodeImage, turnUpright } from './decode-image.ts'
import { type ImageStructure, keepsAll, MalformedError } from './image-structure.ts'
import { imageTypeOf, parseImage } from './parse-image.ts'

export interface CleanImage {
  readonly path: string
  readonly type: ImageType
  readonly size: ImageSize
}

/**
 * Makes sure that a file is a supported image by its bytes, complete, upright and without metadata. A file without
 * metadata stays unchanged, byte for byte. `owner` is the account whose turn it takes.
 */
export async function cleanImage(path: string, newFile: () => string, owner: string): Promise<CleanImage> {
  const { type, structure, clean } = await stripMetadata(path, newFile)
  const metadata = await decodeImage(clean, { type, structure, owner })
  const size = { width: metadata.width, height: metadata.pageHeight ?? metadata.height }
  // Rotating would destroy an animation, and only its EXIF asked for it.
  if (structure.orientation === 1 || structure.frames > 1) return { path: clean, type, size }
  const upright = newFile()
  await turnUpright(clean, upright, { type, structure, metadata, owner })
  // From orientation 5 on, width and height are swapped.
  const isTurned = structure.orientation >= 5
  return { path: upright, type, size: isTurned ? { width: size.height, height: size.width } : size }
}

async function stripMetadata(path: string, newFile: () => string) {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const window = new ByteWindow(file, size)
    const type = await imageTypeOf(window)
    if (type === undefined) throw unsupported()
    const structure = await parseImage(window, type).catch(rejectBroken)
    if (keepsAll(structure, size)) return { type, structure, clean: path }
    const clean = newFile()
    await copyKept(file, structure, clean)
    return { type, structure, clean }
  } finally {
    await file.close()
  }
}

const unsupported = () =>
  invalid({ field: 'file', code: 'UNSUPPORTED_TYPE', message: 'Must be a jpg, png, gif or webp image.' })

function rejectBroken(error: unknown): never {
  if (error instanceof MalformedError) throw unsupported()
  if (!(error instanceof TruncatedError)) throw error
  throw invalid({ field: 'file', code: 'INVALID_VALUE', message: 'The image is incomplete: the file ends too early.' })
}

async function copyKept(source: FileHandle, { kept }: ImageStructure, target: string): Promise<void> {
  const copy = await open(target, 'wx')
  const buffer = Buffer.alloc(64 * 1024)
  try {
    for (const piece of kept) {
      if (Buffer.isBuffer(piece)) await copy.writeFile(piece)
      else await copyRange(source, copy, piece, buffer)
    }
  } finally {
    await copy.close()
  }
}

async function copyRange(
  source: FileHandle,
  copy: FileHandle,
  { start, end }: { start: number; end: number },
  buffer: Buffer,
): Promise<void> {
  for (let position = start; position < end; ) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, end - position), position)
    if (bytesRead === 0) throw new Error('a temporary file shrank while it was read')
    await copy.writeFile(buffer.subarray(0, bytesRead))
    position += bytesRead
  }
}
