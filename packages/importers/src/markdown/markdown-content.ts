import { findReferences } from '@galley/markdown/references'
import type { Archive } from '../archive/archive.ts'
import { dirName } from '../archive/posix-path.ts'
import { findImage } from '../find-image.ts'
import type { ContentPart, ImageReference } from '../imported-post.ts'

/** Folders below which a site's own paths such as `/images/a.png` are. */
const ROOTS = ['', 'static', 'assets', 'public', 'source', 'images']

/** An image of a file of the archive: relative to the file, or to the top folder of the site. */
export function imageOf(
  archive: Archive,
  file: string,
  given: string,
  pageUrl: string | undefined,
): ImageReference | undefined {
  const own = dirName(file)
  const folders = given.startsWith('/') ? ROOTS : [own, ...ROOTS]
  return findImage(archive, given, { folders, pageUrl })
}

/** The text with its images as references. */
export function splitImages(text: string, resolve: (given: string) => ImageReference | undefined): ContentPart[] {
  const parts: ContentPart[] = []
  let at = 0
  for (const reference of findReferences(text)) {
    const image = reference.isImage ? resolve(reference.destination) : undefined
    if (image === undefined) continue
    parts.push(text.slice(at, reference.start), image)
    at = reference.end
  }
  parts.push(text.slice(at))
  return parts.filter(part => part !== '')
}
