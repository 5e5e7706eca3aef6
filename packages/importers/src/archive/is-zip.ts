import { ArchiveError } from './archive-error.ts'

/** How many bytes at the start of a file show what it is. */
export const ZIP_START_BYTES = 3

/** A zip is recognised by its first bytes, not by its name. A file that only has the name is refused. */
export function isZip(start: Uint8Array, name: string): boolean {
  if (start[0] === 0x50 && start[1] === 0x4b && (start[2] ?? 9) < 9) return true
  if (!/\.zip$/i.test(name)) return false
  throw new ArchiveError('This is not a zip file, although its name ends with .zip. Export or download it again.')
}
