import type { MarkdownIt, Token } from 'markdown-it'

const BOX = /^\[([ xX])\]\s+/

/** `- [x] done` becomes a ticked box with its text as label. */
export function taskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.push('task_lists', ({ tokens, Token }) => {
    for (const [index, token] of tokens.entries()) {
      const item = tokens[index - 2]
      if (token.type !== 'inline' || item?.type !== 'list_item_open') continue
      const first = token.children?.[0]
      const box = first?.type === 'text' ? BOX.exec(first.content) : null
      if (!token.children || !first || !box) continue
      first.content = first.content.slice(box[0].length)
      item.attrJoin('class', 'task')
      const html = (content: string): Token => Object.assign(new Token('html_inline', '', 0), { content })
      const checked = box[1] === ' ' ? '' : ' checked'
      token.children = [html(`<label><input type="checkbox" disabled${checked}>`), ...token.children, html('</label>')]
    }
  })
}
