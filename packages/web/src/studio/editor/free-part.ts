import { PAYWALL_MARKER } from '@galley/contract/limits'

/**
 * Where the free part of a text ends, or -1 where there is no divider. The rule is that of the pages: a marker in code
 * means nothing. It needs a Markdown parser, so it is loaded only for texts that have a marker.
 */
export async function freePartEnd(content: string): Promise<number> {
  const first = content.indexOf(PAYWALL_MARKER)
  if (first === -1) return -1
  try {
    const { paywallAt } = await import('@galley/markdown/paywall')
    return paywallAt(content, PAYWALL_MARKER)
  } catch {
    // The parser could not be loaded. Then the first marker counts, so that too little is shown rather than too much.
    return first
  }
}
