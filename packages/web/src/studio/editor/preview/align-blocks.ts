/** The kinds of blocks that can be told apart both in Markdown and in its HTML. */
export type BlockKind = 'heading' | 'text' | 'list' | 'numbers' | 'quote' | 'code' | 'table' | 'rule' | 'other'

/** How far to look for a block that does not stand where it was expected. */
const LOOK_AHEAD = 8

/**
 * The index of the element that shows the last of some source blocks; -1 where nothing is shown. Most blocks are one
 * element each. Some are none (comments, definitions) or several (HTML), so where the kinds differ, the nearest pair of
 * the same kind is where both go on.
 */
export function elementOfLast(source: readonly BlockKind[], elements: readonly BlockKind[]): number {
  let next = 0
  let last = -1
  for (let at = 0; at < source.length; at++) {
    const step = stepTo(source, at, elements, next)
    if (step.kind === 'skipBlocks') {
      at += step.count - 1
      continue
    }
    last = next + step.count
    next = last + 1
  }
  return Math.min(last, elements.length - 1)
}

interface Step {
  readonly kind: 'skipBlocks' | 'skipElements'
  readonly count: number
}

function stepTo(source: readonly BlockKind[], at: number, elements: readonly BlockKind[], next: number): Step {
  for (let count = 0; count <= LOOK_AHEAD; count++) {
    if (elements[next + count] === source[at]) return { kind: 'skipElements', count }
    if (count > 0 && at + count < source.length && source[at + count] === elements[next]) {
      return { kind: 'skipBlocks', count }
    }
  }
  return { kind: 'skipBlocks', count: 1 }
}
