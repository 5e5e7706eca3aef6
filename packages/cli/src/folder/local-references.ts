import { posix } from 'node:path'
import type { Reference } from '@galley/markdown/references'
import type { FileError } from './file-error.ts'
import { isImageName } from './file-names.ts'
import type { PostFile } from './post-file.ts'

/** What a destination in a file leads to. */
export interface Target {
  readonly kind: 'post' | 'image'
  readonly path: string
  /** What follows the path: `#part`, for a post also `?query`. */
  readonly suffix: string
}

interface Contents {
  readonly posts: readonly PostFile[]
  readonly images: ReadonlySet<string>
}

export interface LocalReferences {
  readonly targets: ReadonlyMap<Reference, Target>
  /** The image of a field, by the field's name. */
  readonly fields: ReadonlyMap<string, Target>
  readonly errors: readonly FileError[]
}

export const IMAGE_FIELDS = ['thumbnail_url', 'cover_image_url'] as const

/** Finds the files that a post links to or shows. Addresses of the web and of the site are left alone. */
export function localReferences(contents: Contents, post: PostFile): LocalReferences {
  const posts = postsByName(contents)
  const targets = new Map<Reference, Target>()
  const fields = new Map<string, Target>()
  const errors: FileError[] = []
  const problem = (line: number, message: string, fix: string) => errors.push({ file: post.path, line, message, fix })

  for (const reference of post.references) {
    const place = placeOf(reference.destination, post.path)
    if (place === undefined) continue
    const line = post.contentLineOf(reference.start)
    const { path, suffix } = place
    const linked = posts.get(path.normalize('NFC'))
    const image = imageAt(contents, path)
    if (linked !== undefined) targets.set(reference, { kind: 'post', path: linked, suffix })
    else if (image !== undefined) targets.set(reference, { kind: 'image', path: image, suffix: fragmentOf(suffix) })
    else if (place.isAbsolute && !reference.isImage && !path.endsWith('.md')) continue
    else if (reference.isImage || isImageName(path)) {
      problem(line, `The image "${reference.destination}" does not exist.`, imageFix(path))
    } else if (path.endsWith('.md')) {
      problem(line, `The link leads to "${reference.destination}", which is not a post of this folder.`, linkFix(path))
    } else {
      const fix = 'Link to a post (.md), an image, or a web address.'
      problem(line, `"${reference.destination}" cannot be published: it is neither a post nor an image.`, fix)
    }
  }
  for (const field of IMAGE_FIELDS) {
    const value = post.fields[field]
    if (typeof value !== 'string' || isWebAddress(value)) continue
    const path = placeOf(value, post.path)?.path ?? value
    const image = imageAt(contents, path)
    if (image !== undefined) fields.set(field, { kind: 'image', path: image, suffix: '' })
    else problem(post.lineOf(field), `The image "${value}" of ${field} does not exist.`, imageFix(path))
  }
  return { targets, fields, errors }
}

/** The paths by their composed form: macOS and some tools write names with separate accents. */
type Names = ReadonlyMap<string, string>

const known = new WeakMap<object, Names>()

function byName(source: object, paths: () => Iterable<string>): Names {
  const names = known.get(source) ?? new Map([...paths()].map(path => [path.normalize('NFC'), path]))
  known.set(source, names)
  return names
}

const postsByName = ({ posts }: Contents): Names => byName(posts, () => posts.map(({ path }) => path))

const imageAt = ({ images }: Contents, path: string): string | undefined =>
  images.has(path) ? path : byName(images, () => images).get(path.normalize('NFC'))

const isWebAddress = (destination: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(destination)

/** The path below the root; undefined for web addresses and places in the same text. */
function placeOf(destination: string, from: string): { path: string; suffix: string; isAbsolute: boolean } | undefined {
  if (destination === '' || isWebAddress(destination) || /^[#?]/.test(destination)) return undefined
  const [, name = '', suffix = ''] = /^([^#?]*)(.*)$/s.exec(destination) ?? []
  const isAbsolute = name.startsWith('/')
  const path = isAbsolute ? decoded(name).slice(1) : posix.join(posix.dirname(from), decoded(name))
  return { path: posix.normalize(path), suffix, isAbsolute }
}

const fragmentOf = (suffix: string): string => suffix.slice(`${suffix}#`.indexOf('#'))

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const imageFix = (path: string): string =>
  path.startsWith('../')
    ? 'Move the image into the folder of galley.yaml.'
    : `Put a jpg, png, gif or webp file at ${path}, or correct the path.`

const linkFix = (path: string): string => `Create ${path}, or correct the link.`
