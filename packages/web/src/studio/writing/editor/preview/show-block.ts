import type { BlockKind, TextPlace } from '../text/text-place.ts'
import { indexOfLastBlock } from './align-blocks.ts'

const CURRENT = 'is-current'
/** Blocks outside the view have an estimated height until they are rendered, so several steps may be needed. */
const STEPS_MIN = 3
const STEPS_MAX = 10

/** Marks the block of a place in the text, and scrolls until it is beside that place. Returns a function that stops it. */
export function showBlock(frame: HTMLElement, blocks: HTMLElement, place: TextPlace): () => void {
  const elements = [...blocks.children]
  const element = elements[indexOfLastBlock(place.blocks, elements.map(kindOfElement))]
  for (const marked of blocks.querySelectorAll(`:scope > .${CURRENT}`)) {
    if (marked !== element) marked.classList.remove(CURRENT)
  }
  // The title is before the first block.
  if (!element) frame.scrollTop = 0
  element?.classList.add(CURRENT)
  let steps = 0
  let request = 0
  const step = () => {
    const hasMoved = element !== undefined && moveBeside(frame, element, place)
    steps++
    if (steps < STEPS_MIN || (hasMoved && steps < STEPS_MAX)) request = requestAnimationFrame(step)
  }
  step()
  return () => cancelAnimationFrame(request)
}

function moveBeside(frame: HTMLElement, element: Element, { top: wanted, share }: TextPlace): boolean {
  const { top: frameTop, height: frameHeight } = frame.getBoundingClientRect()
  const { top, height } = element.getBoundingClientRect()
  const before = frame.scrollTop
  frame.scrollTop += top + share * height - (wanted ?? frameTop + frameHeight / 3)
  return Math.abs(frame.scrollTop - before) >= 1
}

function kindOfElement(element: Element): BlockKind {
  const { tagName, classList } = element
  if (/^H[1-6]$/.test(tagName)) return 'heading'
  if (tagName === 'DIV') return classList.contains('code') ? 'code' : classList.contains('table') ? 'table' : 'other'
  return KINDS[tagName] ?? 'other'
}

const KINDS: Readonly<Record<string, BlockKind>> = {
  P: 'text',
  // A picture with a caption, alone in its paragraph.
  FIGURE: 'text',
  UL: 'list',
  OL: 'numbers',
  BLOCKQUOTE: 'quote',
  PRE: 'code',
  HR: 'rule',
}
