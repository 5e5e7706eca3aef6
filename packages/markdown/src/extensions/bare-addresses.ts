import type { MarkdownIt } from 'markdown-it'
import type { Extension } from './extension.ts'

const CLASS = 'address'

/** Marks links whose text is their URL: in Japanese text, a page may break them anywhere, unlike words. */
export const bareAddresses: Extension = {
  plugin: addRule,
  allows: { classes: { a: [CLASS] } },
}

function addRule(markdown: MarkdownIt): void {
  markdown.core.ruler.push('bare_addresses', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open' && token.info === 'auto') token.attrSet('class', CLASS)
    }
  })
}
