const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'track', 'wbr'])

/** Splits well-formed HTML into its outermost elements, each with the following white space. */
export function splitBlocks(html: string): string[] {
  const blocks: string[] = []
  const tag = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>\s*/gi
  let depth = 0
  let start = 0
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    const [, closing, name = ''] = found
    if (!VOID.has(name.toLowerCase())) depth += closing ? -1 : 1
    if (depth > 0) continue
    blocks.push(html.slice(start, tag.lastIndex))
    start = tag.lastIndex
    depth = 0
  }
  return start < html.length ? [...blocks, html.slice(start)] : blocks
}

export interface Change {
  /** How many blocks stay before and after the change. */
  readonly before: number
  readonly after: number
  readonly blocks: readonly string[]
}

/** Finds the blocks to replace. Only the part between the common start and end is split again. */
export function changeBetween(blocks: readonly string[], html: string): Change {
  let before = 0
  let from = 0
  while (before < blocks.length && html.startsWith(blocks[before]!, from)) from += blocks[before++]!.length
  let after = 0
  let to = html.length
  while (after < blocks.length - before) {
    const block = blocks[blocks.length - 1 - after]!
    if (to - block.length < from || !html.endsWith(block, to)) break
    to -= block.length
    after++
  }
  return { before, after, blocks: splitBlocks(html.slice(from, to)) }
}
