import { findReferences } from '@galley/markdown/references'
import type { Archive } from '../archive/archive.ts'
import { dirName } from '../archive/posix-path.ts'
import { decodePath } from '../fields/read-slug.ts'
import { findImage } from '../find-image.ts'
import type { ContentPart, ImageReference } from '../imported-post.ts'
import type { Report } from '../problems/problem.ts'

/** Folders below which a site's own paths such as `/images/a.png` are. */
const ROOTS = ['', 'static', 'assets', 'public', 'source', 'images']

/** An image of a file of the archive: relative to the file, or to the top folder of the site. A name may be anywhere. */
export function imageOf(
  archive: Archive,
  file: string,
  given: string,
  pageUrl: string | undefined,
): ImageReference | undefined {
  const own = dirName(file)
  const folders = given.startsWith('/') ? ROOTS : [own, ...ROOTS]
  const image = findImage(archive, given, { folders, pageUrl })
  const named = image?.address === '' ? archive.paths.find(path => path.endsWith(`/${decodePath(given)}`)) : undefined
  return named === undefined ? image : findImage(archive, given, { folders: [dirName(named)] })
}

const FILE = /^(?![a-z][a-z0-9+.-]*:|\/\/)[^#?]*\.(?:md|markdown)(?:#.*)?$/i

/** The text with its images as references. */
export function splitImages(
  text: string,
  resolve: (given: string) => ImageReference | undefined,
  report: Report,
): ContentPart[] {
  const parts: ContentPart[] = []
  let at = 0
  for (const reference of findReferences(text)) {
    if (FILE.test(reference.destination)) {
      report.add({ code: 'link_to_file', values: { link: reference.destination } })
    }
    const image = reference.isImage ? resolve(reference.destination) : undefined
    if (image === undefined) continue
    parts.push(text.slice(at, reference.start), image)
    at = reference.end
  }
  parts.push(text.slice(at))
  return parts.filter(part => part !== '')
}
