import type { BlockKind } from '../text/text-place.ts'

/** How many blocks to search for the next pair of the same kind. */
const LOOK_AHEAD = 8

/**
 * The index of the element that shows the last of the given source blocks; -1 if nothing is shown. Most blocks become one
 * element. Some become none (comments, definitions) or several (HTML), so where the kinds differ, matching continues at
 * the nearest pair of the same kind.
 */
export function indexOfLastBlock(source: readonly BlockKind[], elements: readonly BlockKind[]): number {
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
