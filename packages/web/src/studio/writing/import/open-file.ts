import { Archive, type ArchiveLimits, DEFAULT_LIMITS } from '@galley/importers/archive/archive'
import { openZip } from '@galley/importers/archive/open-zip'
import { ArchiveError } from '@galley/importers/problems/problem'

/** Opens files of the author's machine: a zip, or others. Nothing is sent to the server. */
export async function openFiles(chosen: readonly File[], limits: ArchiveLimits = DEFAULT_LIMITS): Promise<Archive> {
  const [file] = chosen
  if (file !== undefined && chosen.length === 1) {
    const zip = await openZip(file, file.name, limits)
    if (zip !== undefined) return zip
  }
  const files = new Map(chosen.map(each => [each.name.normalize('NFC'), () => each.stream()]))
  if (files.size < chosen.length) throw new ArchiveError({ code: 'same_names' })
  return new Archive(files, limits)
}
