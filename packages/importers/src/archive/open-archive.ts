import { open, stat } from 'node:fs/promises'
import { type Archive, type ArchiveLimits, DEFAULT_LIMITS } from './archive.ts'
import { ArchiveError } from './archive-error.ts'
import { openFile, openFolder } from './folder-archive.ts'
import { openZip } from './zip-archive.ts'

/** Opens a folder, a zip (recognised by its bytes, not by its name) or a single file. */
export async function openArchive(path: string, limits: ArchiveLimits = DEFAULT_LIMITS): Promise<Archive> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new ArchiveError(`There is no file or folder ${path}.`)
  if (found.isDirectory()) return openFolder(path, limits)
  return (await isZip(path)) ? openZip(path, limits) : openFile(path, limits)
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.readUInt16BE(0) === 0x504b && buffer.readUInt8(2) < 9
  } finally {
    await file.close()
  }
}
