import { openAsBlob } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ArchiveError } from '../problems/problem.ts'
import { Archive, type ArchiveLimits, DEFAULT_LIMITS, type OpenFile } from './archive.ts'
import { openZip } from './open-zip.ts'

/** Opens a folder, a zip (recognised by its bytes, not by its name) or a single file, such as an XML or JSON export. */
export async function openArchive(path: string, limits: ArchiveLimits = DEFAULT_LIMITS): Promise<Archive> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new ArchiveError({ code: 'path_missing', values: { path } })
  if (found.isDirectory()) return openFolder(path, limits)
  const blob = await openAsBlob(path)
  const zip = await openZip(blob, path, limits)
  return zip ?? new Archive(new Map([[basename(path).normalize('NFC'), () => blob.stream()]]), limits)
}

const IGNORED = new Set(['node_modules', '.git', '.github', '_site', '.galley'])
const MOST_LEVELS = 30

/** A folder. Symbolic links are not followed, because they may lead out of the folder. */
async function openFolder(folder: string, limits: ArchiveLimits): Promise<Archive> {
  const files = new Map<string, OpenFile>()
  const visit = async (below: string, level: number): Promise<void> => {
    if (level > MOST_LEVELS) throw new ArchiveError({ code: 'folders_nested_too_deep', values: { most: MOST_LEVELS } })
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory() && !IGNORED.has(entry.name)) await visit(path, level + 1)
      // macOS writes decomposed names.
      if (entry.isFile()) files.set(path.normalize('NFC'), async () => (await openAsBlob(join(folder, path))).stream())
      if (files.size > limits.files) throw new ArchiveError({ code: 'too_many_files', values: { most: limits.files } })
    }
  }
  await visit('', 0)
  return new Archive(files, limits)
}
