import { PAYWALL_MARKER } from '@galley/contract/limits'
import { paywallAt } from '@galley/markdown/paywall'

/** What anybody may read of a post: of a paid one all before the marker, and nothing where there is no marker. */
export function freePart(content: string, isPaid: boolean): string | null {
  if (!isPaid) return content
  const end = paywallAt(content, PAYWALL_MARKER)
  return end === -1 ? null : content.slice(0, end)
}

/** The length of the part before the marker, in characters as PostgreSQL counts them; null where there is no marker. */
export function freeLength(content: string): number | null {
  const end = paywallAt(content, PAYWALL_MARKER)
  if (end === -1) return null
  let length = 0
  for (const _ of content.slice(0, end)) length++
  return length
}
