import type { MarkdownIt, Token } from 'markdown-it'
import type { Extension } from './extension.ts'

/** `- [x] done` becomes a checked box with its text as label. */
export const taskLists: Extension = {
  plugin: addRule,
  allows: {
    tags: ['label', 'input'],
    attributes: { input: ['type', 'disabled', 'checked'] },
    classes: { li: ['task'] },
    // Any input in the author's HTML becomes a disabled checkbox.
    transforms: {
      input: (tagName, { checked }) => ({
        tagName,
        attribs: { type: 'checkbox', disabled: '', ...(checked !== undefined && { checked: '' }) },
      }),
    },
  },
}

const BOX = /^\[([ xX])\]\s+/

function addRule(markdown: MarkdownIt): void {
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
