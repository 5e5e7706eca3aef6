import { EditorView } from '@codemirror/view'

/**
 * CodeMirror writes its rules into a <style> element, which the content security policy refuses. In a shadow root it uses
 * an adopted style sheet instead, which is allowed. It keeps that sheet under a symbol; this adds the same sheet to the
 * document. Browser tests fail if this stops working.
 */
export function adoptStyles(): void {
  const shadow = document.createElement('div').attachShadow({ mode: 'open' })
  new EditorView({ root: shadow, parent: shadow }).destroy()
  for (const symbol of Object.getOwnPropertySymbols(shadow)) {
    Object.assign(document, { [symbol]: (shadow as unknown as Record<symbol, unknown>)[symbol] })
  }
}
