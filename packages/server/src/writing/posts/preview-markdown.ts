import { PAYWALL_MARKER } from '@galley/contract/limits'
import type { Preview } from '@galley/contract/schemas/writing/rendering'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import { withTimeout } from '../../platform/core/limits/with-timeout.ts'
import { pageView } from '../../platform/rendering/stored-article-pages.ts'

/** A connection is closed after 15 s without activity, so the response must come earlier. */
const WAIT_MAX_MS = 10_000

/** An author's text as readers would see it, including the paid part. */
export async function previewMarkdown(context: AppContext, userId: string, content: string): Promise<Preview> {
  const rendering = context.renderer.render(content, { owner: userId, paywallMarker: PAYWALL_MARKER })
  const page = await withTimeout(WAIT_MAX_MS, rendering)
  if (page !== undefined) return pageView(page)
  throw new AppError('UNAVAILABLE', 'Too much is being rendered at the moment. Try again.', { retryAfterSeconds: 5 })
}
