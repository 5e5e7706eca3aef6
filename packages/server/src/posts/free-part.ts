import { PAYWALL_MARKER } from '@galley/contract/limits'

/** What anybody may read of a post: of a paid one all before the marker, and nothing where there is no marker. */
export function freePart(content: string, isPaid: boolean): string | null {
  if (!isPaid) return content
  const end = content.indexOf(PAYWALL_MARKER)
  return end === -1 ? null : content.slice(0, end)
}
