import { open, stat } from 'node:fs/promises'
import { type Archive, type ArchiveLimits, DEFAULT_LIMITS } from './archive.ts'
import { ArchiveError } from './archive-error.ts'
import { openFile, openFolder } from './folder-archive.ts'
import { isZip, ZIP_START_BYTES } from './is-zip.ts'
import { openZip } from './zip-archive.ts'

/** Opens a folder, a zip (recognised by its bytes, not by its name) or a single file. */
export async function openArchive(path: string, limits: ArchiveLimits = DEFAULT_LIMITS): Promise<Archive> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new ArchiveError(`There is no file or folder ${path}.`)
  if (found.isDirectory()) return openFolder(path, limits)
  return isZip(await readStart(path), path) ? openZip(path, limits) : openFile(path, limits)
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ZIP_START_BYTES), 0, ZIP_START_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
