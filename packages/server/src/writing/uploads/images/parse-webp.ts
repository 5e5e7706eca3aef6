import { type ByteWindow, TruncatedError } from './byte-window.ts'
import { exifOrientation } from './exif-orientation.ts'
import { type ImageStructure, MalformedError, Pieces } from './image-structure.ts'

const NEEDED = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const FIRST = new Set(['VP8X', 'VP8 ', 'VP8L'])
const HEADER_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const MOST_CHUNKS = 100_000
const EXIF_READ_BYTES = 60_000
/** The bits of VP8X that announce EXIF and XMP. */
const METADATA_FLAGS = 0x08 | 0x04

interface Chunk {
  readonly type: string
  readonly start: number
  readonly content: number
  readonly length: number
  readonly end: number
}

export async function parseWebp(file: ByteWindow): Promise<ImageStructure> {
  const chunks = await listChunks(file)
  const needed = chunks.filter(chunk => NEEDED.has(chunk.type))
  const exif = chunks.find(chunk => chunk.type === 'EXIF')
  return {
    kept: await keptPieces(file, needed, needed.length === chunks.length && chunks.at(-1)!.end === file.size),
    orientation: exif === undefined ? 1 : await orientationOf(file, exif),
    frames: Math.max(1, chunks.filter(chunk => chunk.type === 'ANMF').length),
    lossless: chunks.some(chunk => chunk.type === 'VP8L'),
  }
}

async function listChunks(file: ByteWindow): Promise<Chunk[]> {
  const last = CHUNK_HEAD_BYTES + (await file.read(4, 4)).readUInt32LE()
  if (last > file.size) throw new TruncatedError('the file ends too early')
  const chunks: Chunk[] = []
  for (let start = HEADER_BYTES; start + CHUNK_HEAD_BYTES <= last; ) {
    const head = await file.read(start, CHUNK_HEAD_BYTES)
    const type = head.toString('latin1', 0, 4)
    if (chunks.length === 0 && !FIRST.has(type)) throw new MalformedError('it does not begin with an image')
    if (type === 'VP8X' && head.readUInt32LE(4) !== 10) throw new MalformedError('its header has another length')
    const length = head.readUInt32LE(4)
    const content = start + CHUNK_HEAD_BYTES
    if (content + length > last) throw new TruncatedError('a part of the file ends too early')
    // Chunks begin at even offsets; the padding after the last one is sometimes missing.
    const end = Math.min(content + length + (length % 2), last)
    chunks.push({ type, start, content, length, end })
    if (chunks.length > MOST_CHUNKS) throw new MalformedError('too many parts')
    start = end
  }
  if (chunks.length === 0) throw new MalformedError('it contains no image')
  return chunks
}

/** Corrects the length and the flags of a file whose metadata chunks are removed. */
async function keptPieces(file: ByteWindow, chunks: readonly Chunk[], whole: boolean): Promise<ImageStructure['kept']> {
  const pieces = new Pieces()
  if (whole) {
    pieces.part(0, file.size, true)
    return pieces.list
  }
  const size = chunks.reduce((sum, chunk) => sum + chunk.end - chunk.start, 0)
  const header = Buffer.from('RIFF____WEBP')
  header.writeUInt32LE(4 + size, 4)
  pieces.replace(header)
  for (const { type, start, end } of chunks) {
    if (type === 'VP8X') {
      const bytes = Buffer.from(await file.read(start, end - start))
      bytes[CHUNK_HEAD_BYTES]! &= ~METADATA_FLAGS
      pieces.replace(bytes)
    } else {
      pieces.part(start, end, true)
    }
  }
  return pieces.list
}

async function orientationOf(file: ByteWindow, { content, length }: Chunk): Promise<number> {
  const bytes = await file.read(content, Math.min(length, EXIF_READ_BYTES))
  // Some writers include the "Exif" prefix of JPEG.
  return exifOrientation(bytes.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? bytes.subarray(6) : bytes)
}
