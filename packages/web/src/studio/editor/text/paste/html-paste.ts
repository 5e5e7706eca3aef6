import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/** Formatting that the plain text of the clipboard lacks. */
const HAS_FORMATTING = /<(h[1-6]|b|strong|i|em|a|ul|ol|table|blockquote|pre|code|del|s)\b/i

/** Pasted formatted text becomes Markdown. Pasting without formatting (Shift) inserts the plain text, as usual. */
export const htmlPaste = EditorView.domEventHandlers({
  paste: (event, view) => {
    const html = event.clipboardData?.getData('text/html') ?? ''
    const plain = event.clipboardData?.getData('text/plain') ?? ''
    if (!HAS_FORMATTING.test(html) || isInCode(view.state)) return false
    event.preventDefault()
    void insert(view, html, plain)
    return true
  },
})

async function insert(view: EditorView, html: string, plain: string): Promise<void> {
  // Loaded on demand.
  const markdown = await import('./html-to-markdown.ts').then(
    ({ htmlToMarkdown }) => htmlToMarkdown(html),
    () => plain,
  )
  const change = view.state.replaceSelection(markdown || plain)
  view.dispatch(change, { scrollIntoView: true, userEvent: 'input.paste' })
}

function isInCode(state: EditorState): boolean {
  for (let node = syntaxTree(state).resolveInner(state.selection.main.from, -1); node.parent; node = node.parent) {
    if (node.name === 'FencedCode' || node.name === 'InlineCode') return true
  }
  return false
}
