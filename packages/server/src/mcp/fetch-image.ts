import type { FoundImage } from '@galley/mcp/tool-context'
import type { AppContext } from '../context.ts'
import { AppError } from '../core/errors.ts'
import { fetchImage } from '../uploads/fetch-image.ts'

/** Fetches an image for an assistant, which gets a sentence if there is none. */
export async function fetchImageForTool(context: AppContext, userId: string, url: string): Promise<FoundImage> {
  const allowance = await context.limits.pings.count(`user:${userId}`)
  if (allowance !== null && !allowance.allowed) {
    return { refused: `Too many images were fetched. Try again in ${allowance.resetSeconds} s.` }
  }
  try {
    return { image: new Blob([new Uint8Array(await fetchImage(context, url))]) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refused: error.fields[0]?.message ?? error.message }
  }
}
