import { PAYWALL_MARKER } from '@galley/contract/limits'

type FindDivider = (content: string) => number

/** Known once a text with a marker was searched, because it needs a Markdown parser, which is loaded only then. */
let findDivider: FindDivider | undefined

/** Where the free part of a text ends, or -1 if there is no divider. Uses the same rule as the pages: a marker in code or after a backslash is ignored. */
export async function freePartEnd(content: string): Promise<number> {
  const end = freePartEndNow(content)
  if (end !== undefined) return end
  const find = await loadParser()
  return find(content)
}

/** The same without waiting; undefined if the parser is not loaded yet. */
export const freePartEndNow = (content: string): number | undefined =>
  content.includes(PAYWALL_MARKER) ? findDivider?.(content) : -1

async function loadParser(): Promise<FindDivider> {
  try {
    const { paywallAt } = await import('@galley/markdown/paywall')
    findDivider = content => paywallAt(content, PAYWALL_MARKER)
    return findDivider
  } catch {
    // If the parser cannot be loaded, the first marker counts, so that too little is shown rather than too much.
    return content => content.indexOf(PAYWALL_MARKER)
  }
}
