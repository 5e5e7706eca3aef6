import {
  BlobReader,
  configure,
  ERR_UNSAFE_FILENAME,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js'
import { ArchiveError, FileError } from '../problems/problem.ts'
import { Archive, type ArchiveLimits, type OpenFile } from './archive.ts'

// The content security policy of the studio allows no workers.
configure({ useWebWorkers: false })

/** The files of a zip; undefined if the blob is another file. A zip is recognised by its first bytes, not by its name. */
export async function openZip(blob: Blob, name: string, limits: ArchiveLimits): Promise<Archive | undefined> {
  const slice = blob.slice(0, 3).arrayBuffer()
  // A folder that was chosen in a browser, or a file that was changed or deleted since, cannot be read.
  const start = new Uint8Array(
    await slice.catch(() => {
      throw new ArchiveError({ code: 'file_unreadable', values: { file: name } })
    }),
  )
  if (start[0] !== 0x50 || start[1] !== 0x4b || (start[2] ?? 9) >= 9) {
    if (/\.zip$/i.test(name)) throw new ArchiveError({ code: 'not_a_zip' })
    return undefined
  }
  return new Archive(await listFiles(blob, limits.files), limits)
}

/** The library rejects paths that lead out of the archive, and data of another size than the directory says. */
async function listFiles(blob: Blob, most: number): Promise<Map<string, OpenFile>> {
  const files = new Map<string, OpenFile>()
  try {
    for await (const entry of new ZipReader(new BlobReader(blob)).getEntriesGenerator()) {
      if (entry.directory) continue
      files.set(nameOf(entry), () => streamOf(entry))
      if (files.size > most) throw new ArchiveError({ code: 'too_many_files', values: { most } })
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    const { message, filename } = error as { message?: string; filename?: string }
    if (message === ERR_UNSAFE_FILENAME)
      throw new ArchiveError({ code: 'zip_unsafe', values: { file: filename ?? '' } })
    throw new ArchiveError({ code: 'zip_damaged' })
  }
  return withoutCommonFolder(files)
}

function streamOf(entry: FileEntry): ReadableStream<Uint8Array> {
  if (entry.encrypted) throw new FileError({ code: 'file_encrypted', values: { file: entry.filename } })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  // A failure reaches the reader, too.
  entry.getData(writable).catch((error: unknown) => void writable.abort(error).catch(() => {}))
  return readable
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const shiftJis = new TextDecoder('shift_jis', { fatal: true })

/**
 * The name of a file in a zip. macOS writes UTF-8 without saying so, and Windows in Japan writes Shift_JIS. In European
 * encodings, a letter with an accent may look like one Japanese character, but hardly like two.
 */
function nameOf({ rawFilename, filename }: FileEntry): string {
  const japanese = decoded(shiftJis, rawFilename)
  const name =
    decoded(utf8, rawFilename) ?? (japanese !== undefined && /[^\0-\x7f]{2}/.test(japanese) ? japanese : filename)
  return name.replaceAll('\\', '/').normalize('NFC')
}

function decoded(decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Removes the folder that all paths begin with, which many programs add, unless its name has a meaning in an export.
 * Files that macOS or git add are left out.
 */
function withoutCommonFolder(all: ReadonlyMap<string, OpenFile>): Map<string, OpenFile> {
  const entries = [...all].filter(([path]) => !/(^|\/)(__MACOSX|\.DS_Store|\.git)(\/|$)/.test(path))
  const folder = /^[^/]+\//.exec(entries[0]?.[0] ?? '')?.[0]
  const isCommon = folder !== undefined && entries.every(([path]) => path.startsWith(folder))
  if (!isCommon || /^(articles|public|posts|_posts|content|assets)\/$/.test(folder)) return new Map(entries)
  return new Map(entries.map(([path, entry]) => [path.slice(folder.length), entry]))
}
