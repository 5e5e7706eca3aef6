import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import type { Archive } from '../archive/archive.ts'
import { FileError } from '../archive/archive-error.ts'
import { archivePath } from '../find-image.ts'
import type { ContentPart, ImageReference } from '../imported-post.ts'
import { type Destination, RefusedError } from './destination.ts'

/** Stores the images of posts, each once per import. */
export class ImageStore {
  readonly #archive: Archive
  readonly #destination: Destination
  readonly #stored = new Map<string, Promise<string | RefusedError>>()
  /** The number of images that were stored. */
  count = 0

  constructor(archive: Archive, destination: Destination) {
    this.#archive = archive
    this.#destination = destination
  }

  /** The stored address; undefined if the image cannot be stored, which is reported. */
  async urlOf(image: ImageReference, report: (message: string) => void): Promise<string | undefined> {
    const stored = this.#stored.get(image.address) ?? this.#store(image)
    this.#stored.set(image.address, stored)
    const result = await stored
    if (typeof result === 'string') return result
    report(`The image ${shown(image)} is missing: ${result.message}`)
    return undefined
  }

  /** The same for a part that may be an address already, or missing. */
  async addressOf(part: ContentPart | undefined, report: (message: string) => void): Promise<string | undefined> {
    return typeof part === 'object' ? this.urlOf(part, report) : part
  }

  async #store(image: ImageReference): Promise<string | RefusedError> {
    try {
      const url = await this.#save(image)
      this.count++
      return url
    } catch (error) {
      if (error instanceof RefusedError) return error
      if (error instanceof FileError) return new RefusedError(error.message)
      throw error
    }
  }

  async #save(image: ImageReference): Promise<string> {
    if (image.address === '') throw new RefusedError('it is not in the archive.')
    const fileName = fileNameOf(image)
    const path = archivePath(image)
    if (path !== undefined) {
      return this.#destination.saveImage(await this.#archive.read(path, IMAGE_MAX_BYTES), fileName)
    }
    if (image.address.startsWith('data:')) return this.#destination.saveImage(decodeData(image.address), fileName)
    return this.#destination.saveImageFrom(image.address, fileName)
  }
}

function decodeData(address: string): Uint8Array {
  const comma = address.indexOf(',')
  const isBase64 = /;\s*base64$/i.test(address.slice(0, comma))
  if (comma === -1 || !isBase64 || address.length > 1.4 * IMAGE_MAX_BYTES) throw new RefusedError('it cannot be read.')
  try {
    return Uint8Array.from(atob(address.slice(comma + 1)), character => character.charCodeAt(0))
  } catch {
    throw new RefusedError('it cannot be read.')
  }
}

const shown = ({ address, original }: ImageReference): string => {
  const text = original || address
  return text.startsWith('data:') ? 'inside the text' : text.slice(0, 300)
}

function fileNameOf(image: ImageReference): string {
  const path = archivePath(image) ?? (image.address.startsWith('data:') ? 'image' : new URL(image.address).pathname)
  return path.replace(/^.*\//, '').slice(-100) || 'image'
}

/** The Markdown with the addresses of stored images. An image that is missing keeps the address that it had. */
export async function withStoredImages(
  content: readonly ContentPart[],
  images: ImageStore,
  report: (message: string) => void,
): Promise<string> {
  const written: string[] = []
  for (const part of content) {
    if (typeof part === 'string') written.push(part)
    else written.push((await images.urlOf(part, report)) ?? destination(part.original))
  }
  return written.join('')
}

/** An address inside the parentheses of Markdown or the quotes of HTML. */
const destination = (address: string): string =>
  address.replaceAll(
    /[\s()<>"'\\]/g,
    character => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  )
