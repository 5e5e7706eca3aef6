import type { ByteWindow } from './byte-window.ts'
import { type ImageStructure, MalformedError, Pieces } from './image-structure.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const COMMENT = 0xfe
const APPLICATION = 0xff
/** The loop count and the colour profile are needed; other application blocks are metadata. */
const NEEDED_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

export async function parseGif(file: ByteWindow): Promise<ImageStructure> {
  const pieces = new Pieces()
  const canvas = await file.read(6, 4)
  const pixels = canvas.readUInt16LE(0) * canvas.readUInt16LE(2)
  let position = 13 + tableBytes(await file.byte(10))
  pieces.part(0, position, true)
  for (let frames = 0; ; ) {
    const start = position
    const kind = await file.byte(position)
    if (kind === TRAILER) {
      if (frames === 0) throw new MalformedError('no image before the end')
      pieces.part(start, start + 1, true)
      return { kept: pieces.list, orientation: 1, frames, pixels }
    }
    let needed = true
    if (kind === IMAGE) {
      frames++
      position = await skipBlocks(file, start + 11 + tableBytes(await file.byte(start + 9)))
    } else if (kind === EXTENSION) {
      needed = await isNeeded(file, start)
      position = await skipBlocks(file, start + 2)
    } else if (kind === 0) {
      // A superfluous terminator, which some encoders write.
      position++
    } else {
      throw new MalformedError('a block of an unknown kind')
    }
    pieces.part(start, position, needed)
  }
}

/** The size of the colour table, from the flags byte. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0
}

/** Skips a series of blocks, each with its length, up to the one of length 0. */
async function skipBlocks(file: ByteWindow, position: number): Promise<number> {
  for (let at = position; ; ) {
    const bytes = await file.from(at, 1)
    let i = 0
    for (let length = bytes[i]; length !== undefined; length = bytes[i]) {
      i += length + 1
      if (length === 0) return at + i
    }
    at += i
  }
}

async function isNeeded(file: ByteWindow, start: number): Promise<boolean> {
  const label = await file.byte(start + 1)
  if (label === COMMENT) return false
  if (label !== APPLICATION) return true
  return NEEDED_APPLICATIONS.includes((await file.read(start + 3, 11)).toString('latin1'))
}
