import type { MarkdownIt, StateInline, Token } from 'markdown-it'
import type { Extension } from './extension.ts'

/** `![alt](image.png =250x)`, as on Zenn: a width in pixels. A height after the `x` is ignored, so nothing is distorted. */
export const imageWidths: Extension = { plugin: addRules }

const WIDTH = /[ \t]+=(\d*)x\d*[ \t]*\)/y

function addRules(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('image', 'image_width', readImage)
}

function readImage(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax, md } = state
  if (!src.startsWith('![', pos)) return false
  const labelEnd = md.helpers.parseLinkLabel(state, pos + 1, false)
  if (labelEnd < 0 || src[labelEnd + 1] !== '(') return false
  const destination = md.helpers.parseLinkDestination(src, labelEnd + 2, posMax)
  if (!destination.ok) return false
  WIDTH.lastIndex = destination.pos
  const [end, width] = WIDTH.exec(src) ?? []
  const href = md.normalizeLink(destination.str)
  if (end === undefined || width === undefined || !md.validateLink(href)) return false
  if (!silent) {
    const content = src.slice(pos + 2, labelEnd)
    const children: Token[] = []
    md.inline.parse(content, md, state.env, children)
    const image = state.push('image', 'img', 0)
    image.attrs = [
      ['src', href],
      ['alt', ''],
      ['width', width],
    ]
    Object.assign(image, { children, content })
  }
  state.pos = destination.pos + end.length
  return true
}
