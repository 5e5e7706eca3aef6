import { useState } from 'react'

export const VIEWS = ['text', 'both', 'preview'] as const
export type EditorView = (typeof VIEWS)[number]

const KEY = 'galley-editor-view'

/** Text, preview or both, as last chosen. On a phone there is space for only one of them. */
export function useEditorView(isWide: boolean): [EditorView, (view: EditorView) => void] {
  const [view, setView] = useState<EditorView>(() => VIEWS.find(known => known === localStorage.getItem(KEY)) ?? 'both')
  const choose = (chosen: EditorView) => {
    localStorage.setItem(KEY, chosen)
    setView(chosen)
  }
  return [isWide || view !== 'both' ? view : 'text', choose]
}

export const viewsFor = (isWide: boolean): readonly EditorView[] =>
  isWide ? VIEWS : VIEWS.filter(view => view !== 'both')

export function nextView(view: EditorView, isWide: boolean): EditorView {
  const views = viewsFor(isWide)
  return views[(views.indexOf(view) + 1) % views.length]!
}
