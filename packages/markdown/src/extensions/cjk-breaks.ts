import type { MarkdownIt, Token } from 'markdown-it'
import type { Extension } from './extension.ts'

/** Scripts without spaces between words. */
const WIDE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u

/**
 * A line break in the source is rendered as a space, except between two characters of such scripts. Bold, links, code,
 * footnotes and tags between them are ignored.
 */
export const cjkBreaks: Extension = {
  plugin: (markdown: MarkdownIt) => {
    markdown.core.ruler.push('cjk_breaks', ({ tokens }) => {
      for (const token of tokens) if (token.children !== null) token.children = withoutBreaks(token.children)
    })
  },
}

function withoutBreaks(children: Token[]): Token[] {
  const dropped = new Set<Token>()
  let before = ''
  let candidate: Token | undefined
  for (const token of children) {
    if (token.type === 'softbreak') {
      candidate = WIDE.test(before) ? token : undefined
      before = ''
    } else if (token.type === 'image' || token.type === 'hardbreak') {
      candidate = undefined
      before = ''
    } else if (token.type === 'text' || token.type === 'code_inline') {
      const text = token.content.trim()
      if (text === '') continue
      if (candidate !== undefined && WIDE.test(firstCharacter(text))) dropped.add(candidate)
      candidate = undefined
      before = lastCharacter(text)
    }
  }
  return dropped.size === 0 ? children : children.filter(token => !dropped.has(token))
}

const firstCharacter = (text: string): string => [...text.slice(0, 2)][0] ?? ''
const lastCharacter = (text: string): string => [...text.slice(-2)].at(-1) ?? ''
