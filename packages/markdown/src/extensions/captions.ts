import type { MarkdownIt, Token } from 'markdown-it'
import type { Extension } from './extension.ts'

/** A picture with a title, alone in its paragraph, becomes a figure with a caption: `![alt](src "title")`. */
export const captions: Extension = { plugin: addRules }

function addRules(markdown: MarkdownIt): void {
  markdown.core.ruler.push('captions', state => {
    const { tokens } = state
    for (const [i, token] of tokens.entries()) {
      const [open, close] = [tokens[i - 1], tokens[i + 1]]
      const image = token.type === 'inline' ? onlyImage(token.children ?? []) : undefined
      const title = image?.attrGet('title')
      if (image === undefined || !title || open?.type !== 'paragraph_open' || close?.type !== 'paragraph_close')
        continue
      // In a tight list the paragraph is not rendered, so a figure cannot replace it.
      if (open.hidden) continue
      image.attrs = (image.attrs ?? []).filter(([name]) => name !== 'title')
      const caption = new state.Token('caption', 'figcaption', 0)
      caption.content = String(title)
      token.children = [...(token.children ?? []), caption]
      open.tag = close.tag = 'figure'
    }
  })
  markdown.renderer.rules['caption'] = (tokens, index) =>
    `<figcaption>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</figcaption>`
}

/** The picture of a paragraph that contains nothing else, except a link around it. */
function onlyImage(children: readonly Token[]): Token | undefined {
  const [first, second, third] = children
  if (children.length === 1 && first?.type === 'image') return first
  const isLinked = children.length === 3 && first?.type === 'link_open' && third?.type === 'link_close'
  return isLinked && second?.type === 'image' ? second : undefined
}
