import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { markdown, markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { dropCursor, EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view'
import { caretMargins } from './caret-margins.ts'
import { marks } from './marks.ts'
import { paywallLine } from './paywall-line.ts'
import { textTheme } from './text-theme.ts'

export interface TextWords {
  readonly label: string
  readonly placeholder: string
  readonly paywall: string
  /** CodeMirror's own sentences, by its English ones. */
  readonly phrases: Readonly<Record<string, string>>
}

const OWN_KEYS: readonly KeyBinding[] = [
  { key: 'Mod-b', run: marks.bold },
  { key: 'Mod-i', run: marks.italic },
  // Without a selection it is the studio's quick search.
  { key: 'Mod-k', run: view => !view.state.selection.main.empty && marks.link(view) },
  { key: 'Mod-Shift-k', run: marks.link },
  { key: 'Mod-]', run: indentMore },
  { key: 'Mod-[', run: indentLess },
  // The way out for the keyboard: Tab then goes on to the next control, as everywhere.
  {
    key: 'Escape',
    run: view => {
      view.contentDOM.blur()
      return true
    },
  },
]

// Left to the page: the sheet of publishing.
const LEFT_OUT = new Set(['Mod-Enter'])

/** While an input method is at work every key is its own: the Enter that ends a word starts no new line here. */
const whileNotComposing = (bindings: readonly KeyBinding[]): KeyBinding[] =>
  bindings
    .filter(({ key }) => !LEFT_OUT.has(key ?? ''))
    .map(binding => ({
      ...binding,
      ...(binding.run && { run: (view: EditorView) => !view.composing && binding.run!(view) }),
      ...(binding.shift && { shift: (view: EditorView) => !view.composing && binding.shift!(view) }),
    }))

/** A Markdown editor: wrapped lines, history, search, lists that continue, the divider of the free part. */
export function textExtensions(words: TextWords): Extension {
  return [
    history(),
    search({ top: true }),
    highlightSelectionMatches(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorState.phrases.of(words.phrases),
    EditorState.allowMultipleSelections.of(false),
    markdown({ base: markdownLanguage, addKeymap: false, completeHTMLTags: false }),
    placeholder(words.placeholder),
    EditorView.contentAttributes.of({
      'aria-label': words.label,
      'aria-multiline': 'true',
      // It has the focus anyway; this says so to tools that check that what scrolls can be reached by keyboard.
      tabindex: '0',
      spellcheck: 'true',
      autocapitalize: 'sentences',
    }),
    paywallLine(words.paywall),
    caretMargins,
    textTheme,
    Prec.high(keymap.of(whileNotComposing(markdownKeymap))),
    keymap.of(whileNotComposing([...searchKeymap, ...OWN_KEYS, ...historyKeymap, ...defaultKeymap])),
  ]
}
