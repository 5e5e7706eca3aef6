import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands'
import { markdown, markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import { dropCursor, EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view'
import { caretMargins } from './caret-margins.ts'
import { marks } from './marks.ts'
import { paywallLine } from './paywall-line.ts'
import { textTheme } from './text-theme.ts'

export interface TextEditorTexts {
  readonly label: string
  readonly placeholder: string
  readonly paywall: string
  /** Translations of CodeMirror's texts, by the English ones. */
  readonly phrases: Readonly<Record<string, string>>
}

const EDITOR_KEYS: readonly KeyBinding[] = [
  { key: 'Mod-b', run: marks.bold },
  { key: 'Mod-i', run: marks.italic },
  // Without a selection this key opens the studio's palette.
  { key: 'Mod-k', run: view => !view.state.selection.main.empty && marks.link(view) },
  { key: 'Mod-Shift-k', run: marks.link },
  { key: 'Mod-]', run: indentMore },
  { key: 'Mod-[', run: indentLess },
  // Lets keyboard users leave the editor: Tab then moves to the next control.
  {
    key: 'Escape',
    run: view => {
      view.contentDOM.blur()
      return true
    },
  },
]

// Handled by the page: opens the publish sheet.
const KEYS_OF_THE_PAGE = new Set(['Mod-Enter'])

/** Ignores keys while an input method is composing: the Enter key that ends a word must not start a new line. */
const whileNotComposing = (bindings: readonly KeyBinding[]): KeyBinding[] =>
  bindings
    .filter(({ key }) => !KEYS_OF_THE_PAGE.has(key ?? ''))
    .map(binding => ({
      ...binding,
      ...(binding.run && { run: (view: EditorView) => !view.composing && binding.run!(view) }),
      ...(binding.shift && { shift: (view: EditorView) => !view.composing && binding.shift!(view) }),
    }))

/** The content security policy of the page allows the style sheet of CodeMirror with this value. */
const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** A Markdown editor: wrapped lines, history, search, continued lists, the divider of the free part. */
export function textExtensions(texts: TextEditorTexts): Extension {
  return [
    history(),
    search({ top: true }),
    highlightSelectionMatches(),
    dropCursor(),
    EditorView.lineWrapping,
    EditorView.cspNonce.of(styleNonce),
    EditorState.phrases.of(texts.phrases),
    EditorState.allowMultipleSelections.of(false),
    markdown({ base: markdownLanguage, addKeymap: false, completeHTMLTags: false }),
    placeholder(texts.placeholder),
    EditorView.contentAttributes.of({
      'aria-label': texts.label,
      'aria-multiline': 'true',
      // It is focusable anyway; this is for tools that check whether scrolling elements can be reached by keyboard.
      tabindex: '0',
      spellcheck: 'true',
      autocapitalize: 'sentences',
    }),
    paywallLine(texts.paywall),
    caretMargins,
    textTheme,
    Prec.high(keymap.of(whileNotComposing(markdownKeymap))),
    keymap.of(whileNotComposing([...searchKeymap, ...EDITOR_KEYS, ...historyKeymap, ...defaultKeymap])),
  ]
}
