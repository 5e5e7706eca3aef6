import type { TextPlace } from '../text/text-place.ts'
import { type BlockKind, elementOfLast } from './align-blocks.ts'

const CURRENT = 'is-current'
/** Blocks out of sight have an estimated height until they are shown, so the first step may miss. */
const STEPS_MAX = 4

/** Marks the block of a place in the text, and scrolls so that it stands beside that place. */
export function showBlock(frame: HTMLElement, blocks: HTMLElement, place: TextPlace): void {
  const elements = [...blocks.children]
  const element = elements[elementOfLast(place.blocks, elements.map(kindOfElement))]
  for (const marked of blocks.querySelectorAll(`:scope > .${CURRENT}`)) {
    if (marked !== element) marked.classList.remove(CURRENT)
  }
  // Before the first block stands the title.
  if (!element) {
    frame.scrollTop = 0
    return
  }
  element.classList.add(CURRENT)
  for (let step = 0; step < STEPS_MAX; step++) {
    const { top: frameTop, height: frameHeight } = frame.getBoundingClientRect()
    const { top, height } = element.getBoundingClientRect()
    const wanted = place.top ?? frameTop + frameHeight / 3
    const before = frame.scrollTop
    frame.scrollTop += top + place.share * height - wanted
    if (Math.abs(frame.scrollTop - before) < 1) return
  }
}

function kindOfElement(element: Element): BlockKind {
  const { tagName, classList } = element
  if (/^H[1-6]$/.test(tagName)) return 'heading'
  if (tagName === 'DIV') return classList.contains('code') ? 'code' : classList.contains('table') ? 'table' : 'other'
  return KINDS[tagName] ?? 'other'
}

const KINDS: Readonly<Record<string, BlockKind>> = {
  P: 'text',
  UL: 'list',
  OL: 'numbers',
  BLOCKQUOTE: 'quote',
  PRE: 'code',
  HR: 'rule',
}
