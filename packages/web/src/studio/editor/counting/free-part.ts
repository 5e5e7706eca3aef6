import { PAYWALL_MARKER } from '@galley/contract/limits'

/**
 * Where the free part of a text ends, or -1 if there is no divider. Uses the same rule as the pages: a marker in code is
 * ignored. This needs a Markdown parser, which is loaded only for texts with a marker.
 */
export async function freePartEnd(content: string): Promise<number> {
  const first = content.indexOf(PAYWALL_MARKER)
  if (first === -1) return -1
  try {
    const { paywallAt } = await import('@galley/markdown/paywall')
    return paywallAt(content, PAYWALL_MARKER)
  } catch {
    // If the parser cannot be loaded, the first marker counts, so that too little is shown rather than too much.
    return first
  }
}
