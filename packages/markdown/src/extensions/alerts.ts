import type { MarkdownIt, Token } from 'markdown-it'
import type { Extension } from './extension.ts'

/** A quote whose first line is `[!NOTE]`, as on GitHub, becomes a message box. With nothing else in it, it stays a quote. */
export const alerts: Extension = { plugin: addRule }

const MARKER = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

/** The other kinds are plain boxes. */
const CLASSES: Readonly<Record<string, string>> = {
  warning: 'message message-warn',
  caution: 'message message-alert',
}

function addRule(markdown: MarkdownIt): void {
  // Before the text is read, because a marker is not a link.
  markdown.core.ruler.after('block', 'alerts', state => {
    const open: Token[] = []
    const emptied = new Set<Token>()
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === 'blockquote_close') token.tag = open.pop()?.tag ?? token.tag
      if (token.type !== 'blockquote_open') continue
      open.push(token)
      const paragraph = state.tokens.slice(index + 1, index + 4)
      const [marker, kind = ''] = MARKER.exec(textOf(paragraph)) ?? []
      if (marker === undefined) continue
      const isAlone = marker === textOf(paragraph)
      if (isAlone && state.tokens[index + 4]?.type === 'blockquote_close') continue
      token.tag = 'div'
      token.attrSet('class', CLASSES[kind.toLowerCase()] ?? 'message')
      for (const part of paragraph) {
        part.content = part.content.slice(marker.length)
        if (isAlone) emptied.add(part)
      }
    }
    state.tokens = state.tokens.filter(token => !emptied.has(token))
  })
}

/** The text of a paragraph; empty if these tokens are something else. */
const textOf = ([start, text]: readonly Token[]): string =>
  start?.type === 'paragraph_open' ? (text?.content ?? '') : ''
