import type { MarkdownIt } from 'markdown-it'
import type { Extension } from './extension.ts'

const CLASSES = ['align-left', 'align-center', 'align-right']

/** Sets the alignment of table columns as a class, because style attributes are not allowed. */
export const alignedCells: Extension = {
  plugin: addRule,
  allows: { classes: { th: CLASSES, td: CLASSES } },
}

function addRule(markdown: MarkdownIt): void {
  markdown.core.ruler.push('aligned_cells', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== 'th_open' && token.type !== 'td_open') continue
      const side = /text-align:(left|center|right)/.exec(String(token.attrGet('style')))?.[1]
      token.attrs = side === undefined ? null : [['class', `align-${side}`]]
    }
  })
}
