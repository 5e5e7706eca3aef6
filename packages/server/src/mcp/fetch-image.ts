import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import type { FoundImage } from '@galley/mcp/tool-context'
import type { AppContext } from '../context.ts'

const REASONS: Readonly<Record<string, string>> = {
  blocked_address: 'The address is not a public one with https.',
  dns: 'The name of its server is not known.',
  timeout: 'Its server did not answer in time.',
}

/** Fetches an image from a public address. */
export async function fetchImage({ outbound, limits }: AppContext, userId: string, url: string): Promise<FoundImage> {
  const allowance = await limits.pings.count(`user:${userId}`)
  if (allowance !== null && !allowance.allowed) {
    return { refused: `Too many images were fetched. Try again in ${allowance.resetSeconds} s.` }
  }
  const result = await outbound.get(url, { accept: 'image/*', 'user-agent': 'Galley' }, IMAGE_MAX_BYTES + 1)
  if (!result.answered) return { refused: REASONS[result.failure] ?? 'Its server cannot be reached.' }
  if (result.status !== 200) return { refused: `Its server answered ${result.status}. Redirects are not followed.` }
  if (result.body.length > IMAGE_MAX_BYTES) return { refused: 'The image is larger than 10 MB.' }
  return { image: new Blob([new Uint8Array(result.body)]) }
}
