import type { ByteWindow } from './byte-window.ts'
import { exifOrientation } from './exif-orientation.ts'
import { type ImageStructure, MalformedError, Pieces } from './image-structure.ts'

/**
 * With one of them, chunks that are not needed are removed, too: thumbnails and data of editors. `zxIf` is compressed EXIF, in
 * no standard, but some programs write it.
 */
const METADATA = new Set('eXIf zxIf tEXt zTXt iTXt tIME'.split(' '))
/** Chunks of the image, its colours and its animation. */
const NEEDED = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
)
const SIGNATURE_BYTES = 8
const EXIF_READ_BYTES = 60_000

export async function parsePng(file: ByteWindow): Promise<ImageStructure> {
  const pieces = new Pieces()
  pieces.part(0, SIGNATURE_BYTES, true)
  let orientation = 1
  let frames = 1
  let hasMetadata = false
  for (let position = SIGNATURE_BYTES; ; ) {
    const head = await file.read(position, 8)
    const length = head.readUInt32BE()
    const type = head.toString('latin1', 4)
    if (position === SIGNATURE_BYTES && type !== 'IHDR') throw new MalformedError('it does not begin with its header')
    const content = position + 8
    const end = content + length + 4
    await file.read(end - 1, 1)
    if (type === 'eXIf') orientation = exifOrientation(await file.read(content, Math.min(length, EXIF_READ_BYTES)))
    if (type === 'acTL' && length === 8) frames = (await file.read(content, 4)).readUInt32BE()
    if (METADATA.has(type)) hasMetadata = true
    pieces.part(position, end, NEEDED.has(type))
    if (type === 'IEND') return { kept: hasMetadata ? pieces.list : [{ start: 0, end }], orientation, frames }
    position = end
  }
}
