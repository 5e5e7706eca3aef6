import type { ByteWindow } from './byte-window.ts'
import { exifOrientation } from './exif-orientation.ts'
import { type ImageStructure, MalformedError, Pieces } from './image-structure.ts'

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COM = 0xfe

/**
 * Removes application segments and everything after the end (a second image, a video), and keeps what decoders need.
 */
export async function parseJpeg(file: ByteWindow): Promise<ImageStructure> {
  const pieces = new Pieces()
  pieces.part(0, 2, true)
  let orientation = 1
  let scanned = false
  for (let position = 2; ; ) {
    const start = position
    position = await nextMarker(file, position)
    const marker = await file.byte(position - 1)
    if (marker === EOI) {
      if (!scanned) throw new MalformedError('no image before the end')
      pieces.part(start, position, true)
      return { kept: pieces.list, orientation, frames: 1 }
    }
    if (marker === SOI) throw new MalformedError('a second start marker')

    const length = (await file.read(position, 2)).readUInt16BE()
    if (length < 2) throw new MalformedError('a segment without length')
    const content = await file.read(position + 2, length - 2)
    if (marker === SOS) scanned = true
    if (marker === APP1 && orientation === 1) orientation = exifOrientation(stripExifMark(content))
    position += length
    pieces.part(start, position, isNeeded(marker, content))
  }
}

/** Markers without content: restarts inside a scan, TEM, and the zero that escapes 0xff in scan data. */
const isBare = (code: number): boolean => (code >= 0xd0 && code <= 0xd7) || code <= 0x01

/** Skips to the end of the next segment marker; the bytes before it are scan data or padding. */
async function nextMarker(file: ByteWindow, from: number): Promise<number> {
  for (let position = from; ; ) {
    const bytes = await file.from(position, 2)
    for (let i = bytes.indexOf(0xff); ; i = bytes.indexOf(0xff, i)) {
      const code = i < 0 ? undefined : bytes[i + 1]
      if (code === undefined) {
        position += i < 0 ? bytes.length : i
        break
      }
      if (code !== 0xff && !isBare(code)) return position + i + 2
      i += code === 0xff ? 1 : 2
    }
  }
}

function isNeeded(marker: number, content: Buffer): boolean {
  const begins = (mark: string) => content.subarray(0, mark.length).toString('latin1') === mark
  if (marker === APP0) return begins('JFIF\0')
  if (marker === APP2) return begins('ICC_PROFILE\0')
  // Contains the colour encoding: without it, some files have wrong colours.
  if (marker === APP14) return begins('Adobe')
  return marker !== COM && !(marker >= APP0 && marker <= APP15)
}

function stripExifMark(content: Buffer): Buffer {
  return content.subarray(0, 6).toString('latin1') === 'Exif\0\0' ? content.subarray(6) : content.subarray(0, 0)
}
