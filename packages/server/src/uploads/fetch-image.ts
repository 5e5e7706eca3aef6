import { IMAGE_MAX_BYTES } from '@galley/contract/limits'
import type { AppContext } from '../context.ts'
import { type AppError, invalid } from '../core/errors.ts'
import { Semaphore } from '../core/limits/semaphore.ts'

const REDIRECTS_MAX = 3
/** An image is in memory while it is fetched. */
const AT_ONCE = 4
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]
const fetching = new Semaphore(AT_ONCE)

const REASONS: Readonly<Record<string, string>> = {
  blocked_address: 'Must be a public address with https.',
  dns: 'The name of its server is not known.',
  timeout: 'Its server did not answer in time.',
}

export const refused = (message: string): AppError => invalid({ field: 'url', code: 'INVALID_VALUE', message })

/** The bytes at a public address. Each redirect is checked like the first address. */
export function fetchImage(context: AppContext, url: string): Promise<Buffer> {
  return fetching.run(1, () => follow(context, url, REDIRECTS_MAX))
}

async function follow({ outbound }: AppContext, url: string, redirectsLeft: number): Promise<Buffer> {
  let address = url
  for (let left = redirectsLeft; ; left--) {
    const secure = address.replace(/^http:/i, 'https:')
    const result = await outbound.get(secure, { accept: 'image/*', 'user-agent': 'Galley' }, IMAGE_MAX_BYTES + 1)
    if (!result.answered) throw refused(REASONS[result.failure] ?? 'Its server cannot be reached.')
    const { status, location, body } = result
    if (REDIRECTS.includes(status) && location !== undefined && URL.canParse(location, secure)) {
      if (left === 0) throw refused('Its server redirects too often.')
      address = new URL(location, secure).href
      continue
    }
    if (status !== 200) throw refused(`Its server answered ${status}.`)
    if (body.length > IMAGE_MAX_BYTES) throw refused('The image is larger than 10 MB.')
    return body
  }
}
