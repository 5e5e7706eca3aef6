import type { Archive } from './archive/archive.ts'
import { joinPaths } from './archive/posix-path.ts'
import { decodePath } from './fields/read-slug.ts'
import type { ImageReference } from './imported-post.ts'

const ARCHIVE = 'archive:'

/** The path in the archive of an image that is there. */
export const archivePath = ({ address }: ImageReference): string | undefined =>
  address.startsWith(ARCHIVE) ? address.slice(ARCHIVE.length) : undefined

export interface ImageSearch {
  /** Folders of the archive in which paths are looked up, in this order. */
  readonly folders: readonly string[]
  /** The address of the page that the text was on. */
  readonly pageUrl?: string | undefined
}

/** Finds an image in the archive by its path or by the path of its address; otherwise it has to be fetched. */
export function findImage(archive: Archive, given: string, search: ImageSearch): ImageReference | undefined {
  const original = given.trim()
  if (original.startsWith('data:'))
    return /^data:image\//i.test(original) ? { address: original, original: '' } : undefined
  const url = URL.canParse(original, search.pageUrl) ? new URL(original, search.pageUrl) : undefined
  const isAbsolute = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(original)
  const path = decodePath((isAbsolute ? (url?.pathname ?? '') : original).replace(/[?#].*$/s, '')).normalize('NFC')
  for (const folder of search.folders) {
    const candidate = joinPaths(folder, path).replace(/^\/+/, '')
    if (candidate !== '' && !candidate.startsWith('..') && archive.has(candidate)) {
      return { address: ARCHIVE + candidate, original: url?.href ?? original }
    }
  }
  const secure = `https:${original}`
  const web = url ?? (original.startsWith('//') && URL.canParse(secure) ? new URL(secure) : undefined)
  return web !== undefined && /^https?:$/.test(web.protocol)
    ? { address: web.href, original: web.href }
    : { address: '', original }
}
