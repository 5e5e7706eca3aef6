import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const layout = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-serif)', fontSize: '1.0625rem', lineHeight: 'var(--leading-text)' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '0 0 40vh' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 22%, transparent)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-wash)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-wash)', outline: '1px solid var(--accent)' },
  '.cm-panels': { color: 'var(--ink)', backgroundColor: 'var(--paper-raised)', fontFamily: 'var(--font-sans)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--rule)' },
  '.cm-panel.cm-search': { padding: 'var(--space-3) var(--space-6) var(--space-3) 0', fontSize: 'var(--text-s)' },
  '.cm-panel.cm-search label': { fontSize: 'inherit', marginRight: '0.6em' },
  '.cm-panel.cm-search [name=close]': { fontSize: 'var(--text-l)', right: 'var(--space-1)' },
  '.cm-textfield': {
    padding: '0.35em 0.6em',
    font: 'inherit',
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--rule-strong)',
    borderRadius: 'var(--radius)',
  },
  '.cm-button': {
    padding: '0.35em 0.8em',
    font: 'inherit',
    color: 'var(--ink)',
    backgroundImage: 'none',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--rule-strong)',
    borderRadius: 'var(--radius)',
  },
})

const marks = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.45em', fontWeight: '600', lineHeight: '1.4' },
  { tag: tags.heading2, fontSize: '1.25em', fontWeight: '600' },
  { tag: tags.heading3, fontSize: '1.1em', fontWeight: '600' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, class: 'cm-emphasis' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.quote, color: 'var(--ink-soft)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.9em', color: 'var(--code-string)' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--ink-faint)' },
  { tag: [tags.processingInstruction, tags.contentSeparator], color: 'var(--ink-faint)' },
  { tag: tags.comment, color: 'var(--ink-faint)' },
])

export const textTheme = [layout, syntaxHighlighting(marks)]
