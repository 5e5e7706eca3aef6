const DEEPEST = 500
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi
/** Elements without a closing tag. */
const SELF_ENDING = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd tr td th'.split(' '),
)

/** Deeply nested tags are an attack on the parser, whose time grows with the square of the depth. */
export function nestsTooDeep(html: string): boolean {
  let depth = 0
  for (const [, slash, name = ''] of html.matchAll(TAG)) {
    if (SELF_ENDING.has(name.toLowerCase())) continue
    depth = slash === '' ? depth + 1 : Math.max(depth - 1, 0)
    if (depth > DEEPEST) return true
  }
  return false
}
