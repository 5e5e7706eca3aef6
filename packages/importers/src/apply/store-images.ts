import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import type { Archive } from '../archive/archive.ts'
import { archivePath } from '../find-image.ts'
import type { ContentPart, ImageReference } from '../imported-post.ts'
import { FileError, type Problem, RejectedError } from '../problems/problem.ts'
import type { Destination } from './destination.ts'

/** Stores the images of posts, each once per import. */
export class ImageStore {
  readonly #archive: Archive
  readonly #destination: Destination
  readonly #stored = new Map<string, Promise<string | Problem>>()
  /** The number of images that were stored. */
  count = 0

  constructor(archive: Archive, destination: Destination) {
    this.#archive = archive
    this.#destination = destination
  }

  /** The stored address; undefined if the image cannot be stored, which is reported. */
  async urlOf(image: ImageReference, report: (problem: Problem) => void): Promise<string | undefined> {
    const stored = this.#stored.get(image.address) ?? this.#store(image)
    this.#stored.set(image.address, stored)
    const result = await stored
    if (typeof result === 'string') return result
    report({ code: 'image_missing', values: { image: shown(image), reason: result } })
    return undefined
  }

  /** The same for a part that may be an address already, or missing. */
  async addressOf(part: ContentPart | undefined, report: (problem: Problem) => void): Promise<string | undefined> {
    return typeof part === 'object' ? this.urlOf(part, report) : part
  }

  async #store(image: ImageReference): Promise<string | Problem> {
    try {
      const url = await this.#save(image)
      this.count++
      return url
    } catch (error) {
      if (error instanceof RejectedError || error instanceof FileError) return error.problem
      throw error
    }
  }

  async #save(image: ImageReference): Promise<string> {
    if (image.address === '') throw new RejectedError({ code: 'image_not_in_archive' })
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
  if (comma === -1 || !isBase64 || address.length > 1.4 * IMAGE_MAX_BYTES)
    throw new RejectedError({ code: 'image_unreadable' })
  try {
    return Uint8Array.from(atob(address.slice(comma + 1)), character => character.charCodeAt(0))
  } catch {
    throw new RejectedError({ code: 'image_unreadable' })
  }
}

const shown = ({ address, original }: ImageReference): string | Problem => {
  const text = original || address
  return text.startsWith('data:') ? { code: 'image_in_text' } : text.slice(0, 300)
}

function fileNameOf(image: ImageReference): string {
  const path = archivePath(image) ?? (image.address.startsWith('data:') ? 'image' : new URL(image.address).pathname)
  return path.replace(/^.*\//, '').slice(-100) || 'image'
}

/** The Markdown with the addresses of stored images. An image that is missing keeps the address that it had. */
export async function withStoredImages(
  content: readonly ContentPart[],
  images: ImageStore,
  report: (problem: Problem) => void,
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
