import { changeBetween } from './split-blocks.ts'

/** As many as can be made without anybody noticing a pause. */
const BLOCKS_AT_ONCE = 60

/** Shows HTML in an element and, when it changes, touches only the blocks that differ. */
export class BlockView {
  readonly #place: HTMLElement
  #blocks: readonly string[] = []
  #round = 0

  constructor(place: HTMLElement) {
    this.#place = place
  }

  /** The HTML is the server's, who has cleaned it of everything but text and its marks. */
  async show(html: string): Promise<void> {
    const round = ++this.#round
    const { before, after, blocks } = changeBetween(this.#blocks, html)
    const end = this.#blocks.length - after
    const outdated = [...this.#place.children].slice(before, end)
    const next = this.#place.children[end] ?? null
    this.#blocks = [...this.#blocks.slice(0, before), ...this.#blocks.slice(end)]
    for (const element of outdated) element.remove()
    for (let at = 0; at < blocks.length; at += BLOCKS_AT_ONCE) {
      if (at > 0) await nextFrame()
      // Somebody has written on: a newer text is being shown, and knows what is there.
      if (round !== this.#round) return
      const some = blocks.slice(at, at + BLOCKS_AT_ONCE)
      this.#place.insertBefore(elementsOf(some), next)
      const place = before + at
      this.#blocks = [...this.#blocks.slice(0, place), ...some, ...this.#blocks.slice(place)]
    }
  }
}

/** One element a block, so that both can be counted alike. */
function elementsOf(blocks: readonly string[]): DocumentFragment {
  const fragment = document.createDocumentFragment()
  const template = document.createElement('template')
  for (const block of blocks) {
    template.innerHTML = block
    const { children } = template.content
    fragment.append(children.length === 1 ? children[0]! : wrapped(template.content))
  }
  return fragment
}

function wrapped(content: DocumentFragment): HTMLElement {
  const element = document.createElement('div')
  element.append(content)
  return element
}

const nextFrame = (): Promise<unknown> => new Promise(resolve => requestAnimationFrame(resolve))
