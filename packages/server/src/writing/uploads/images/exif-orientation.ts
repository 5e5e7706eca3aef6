const ORIENTATION_TAG = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/** The orientation, 1 to 8, from the TIFF structure inside EXIF. Anything invalid counts as upright. */
export function exifOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return 1
  const order = tiff.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return 1
  const u16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const u32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = u32(4)
  if (directory + 2 > tiff.length) return 1
  const count = u16(directory)
  for (let entry = directory + 2, i = 0; i < count && entry + ENTRY_BYTES <= tiff.length; entry += ENTRY_BYTES, i++) {
    if (u16(entry) !== ORIENTATION_TAG) continue
    const value = u16(entry + 2) === SHORT ? u16(entry + 8) : 1
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
