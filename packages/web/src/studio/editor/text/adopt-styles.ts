import { EditorView } from '@codemirror/view'

/**
 * CodeMirror writes its rules into a <style> element, which a page with a strict policy refuses. In a shadow root it
 * uses an adopted style sheet instead, which every policy allows: it keeps that sheet under a symbol of its own, and
 * the document gets the same one here. Without it the text would look wrong and the policy would complain, which the
 * browser tests notice.
 */
export function adoptStyles(): void {
  const shadow = document.createElement('div').attachShadow({ mode: 'open' })
  new EditorView({ root: shadow, parent: shadow }).destroy()
  for (const symbol of Object.getOwnPropertySymbols(shadow)) {
    Object.assign(document, { [symbol]: (shadow as unknown as Record<symbol, unknown>)[symbol] })
  }
}
