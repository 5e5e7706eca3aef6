import { randomBytes } from 'node:crypto'
import type { ImageSize } from '@galley/contract/writing/image-names'
import { newId } from '../../platform/core/ids.ts'

const MOST_PIXELS = 0xffff

/**
 * An id that contains the image's size, as `imageSizeOf` of the contract reads it; without the size if it is too large.
 */
export function newImageId({ width, height }: ImageSize): string {
  if (width > MOST_PIXELS || height > MOST_PIXELS) return newId()
  const bytes = randomBytes(16)
  bytes.writeUInt16BE(width, 0)
  bytes.writeUInt16BE(height, 2)
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return [bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6, 8), bytes.subarray(8, 10), bytes.subarray(10)]
    .map(part => part.toString('hex'))
    .join('-')
}
