import { type RefObject, useRef } from 'react'
import { editorText } from '../i18n/editor.ts'
import { useText } from '../i18n/language.ts'
import type { MarkName } from './text/marks.ts'
import type { TextHandle } from './text/text-editor.tsx'
import { ToolIcon } from './tool-icon.tsx'

const MARKS: readonly MarkName[] = ['heading', 'bold', 'italic', 'link', 'list', 'quote', 'code']

/** The marks of Markdown for those who do not have them in their fingers. */
export function Toolbar({ text }: { text: RefObject<TextHandle | null> }) {
  const words = useText(editorText)
  const files = useRef<HTMLInputElement>(null)
  return (
    <fieldset className="toolbar" aria-label={words.toolbar}>
      {MARKS.map(mark => (
        <button
          key={mark}
          type="button"
          className="icon-button"
          aria-label={words.marks[mark]}
          title={words.marks[mark]}
          onClick={() => text.current?.mark(mark)}
        >
          <ToolIcon name={mark} />
        </button>
      ))}
      <button
        type="button"
        className="icon-button"
        aria-label={words.image}
        title={words.image}
        onClick={() => files.current?.click()}
      >
        <ToolIcon name="image" />
      </button>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/gif,image/webp"
        onChange={event => {
          text.current?.images([...(event.target.files ?? [])])
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={words.paywall}
        title={words.paywall}
        onClick={() => text.current?.paywall()}
      >
        <ToolIcon name="paywall" />
      </button>
    </fieldset>
  )
}
