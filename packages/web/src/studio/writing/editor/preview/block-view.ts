import { changeBetween } from './split-blocks.ts'

/** As many blocks as can be rendered without a noticeable pause. */
const BLOCKS_PER_FRAME = 60

/** Shows HTML in an element and, when it changes, replaces only the blocks that differ. */
export class BlockView {
  readonly #place: HTMLElement
  #blocks: readonly string[] = []
  #round = 0

  constructor(place: HTMLElement) {
    this.#place = place
  }

  /** The HTML was sanitised by the server. */
  async show(html: string): Promise<void> {
    const round = ++this.#round
    const { before, after, blocks } = changeBetween(this.#blocks, html)
    const end = this.#blocks.length - after
    const outdated = [...this.#place.children].slice(before, end)
    const next = this.#place.children[end] ?? null
    this.#blocks = [...this.#blocks.slice(0, before), ...this.#blocks.slice(end)]
    for (const element of outdated) element.remove()
    for (let at = 0; at < blocks.length; at += BLOCKS_PER_FRAME) {
      if (at > 0) await nextFrame()
      // A newer text is already being shown.
      if (round !== this.#round) return
      const batch = blocks.slice(at, at + BLOCKS_PER_FRAME)
      this.#place.insertBefore(elementsOf(batch), next)
      const place = before + at
      this.#blocks = [...this.#blocks.slice(0, place), ...batch, ...this.#blocks.slice(place)]
    }
  }
}

/** Wraps a block that is not exactly one element, so that blocks and elements can be counted alike. */
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
