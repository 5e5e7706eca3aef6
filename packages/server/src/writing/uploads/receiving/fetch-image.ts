import { hash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import type { AppContext } from '../../../platform/context.ts'
import { type AppError, invalid } from '../../../platform/core/errors.ts'
import { FetchSlots } from './fetch-slots.ts'
import { type ReceivedFile, uploadAborted } from './receive-file.ts'

const REDIRECTS_MAX = 3
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
/**
 * An image is in memory while it is fetched. The wait and the 10 s of the fetch together are less than the 15 s after which
 * the HTTP server closes a connection without a response.
 */
const slots = new FetchSlots({ atOnce: 4, waiting: 12, perUser: 2, waitMs: 3000 })

const REASONS: Readonly<Record<string, string>> = {
  blocked_address: 'Must be a public address with https.',
  dns: 'The name of its server is not known.',
  timeout: 'Its server did not respond in time.',
}

export const rejected = (message: string): AppError => invalid({ field: 'url', code: 'INVALID_VALUE', message })

export interface FetchedImage {
  readonly userId: string
  readonly url: string
  readonly fileName: string
  /** Whether the client has gone. */
  isAborted(): boolean
}

/** Writes the image at a public address to `path`. Each redirect is checked like the first address. */
export function fetchImage(context: AppContext, image: FetchedImage, path: string): Promise<ReceivedFile> {
  return slots.run(image.userId, async () => {
    const bytes = await follow(context, image)
    await writeFile(path, bytes, { flag: 'wx' })
    return {
      path,
      fileName: image.fileName,
      size: bytes.length,
      sha256: hash('sha256', bytes, 'buffer'),
    }
  })
}

/** All redirects have one deadline together. */
async function follow({ outbound }: AppContext, { url, isAborted }: FetchedImage): Promise<Buffer> {
  const endMs = performance.now() + outbound.waitedForMs
  const headers = { accept: 'image/*', 'user-agent': 'Galley' }
  let address = url
  for (let left = REDIRECTS_MAX; ; left--) {
    if (isAborted()) throw uploadAborted()
    const secure = address.replace(/^http:/i, 'https:')
    const leftMs = Math.max(endMs - performance.now(), 1)
    const result = await outbound.get(secure, headers, IMAGE_MAX_BYTES + 1, leftMs)
    if (!result.responded) throw rejected(REASONS[result.failure] ?? 'Its server cannot be reached.')
    const { status, location, body } = result
    if (REDIRECTS.includes(status) && location !== undefined && URL.canParse(location, secure)) {
      if (left === 0) throw rejected('Its server redirects too often.')
      address = new URL(location, secure).href
      continue
    }
    if (status !== 200) throw rejected(`Its server answered ${status}.`)
    if (body.length > IMAGE_MAX_BYTES) throw rejected('The image is larger than 10 MB.')
    return body
  }
}
