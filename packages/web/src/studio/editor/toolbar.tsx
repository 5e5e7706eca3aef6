import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '../i18n/language.ts'
import { MediaPicker } from '../media/media-picker.tsx'
import type { MarkName } from './text/marks.ts'
import type { TextHandle } from './text/text-editor.tsx'
import { ToolIcon } from './tool-icon.tsx'

const MARKS: readonly MarkName[] = [
  ...(['heading', 'subheading', 'bold', 'italic', 'link'] as const),
  ...(['list', 'numbers', 'quote', 'code', 'table'] as const),
]

interface ToolProps {
  readonly icon: ComponentProps<typeof ToolIcon>['name']
  readonly label: string
  readonly onClick: () => void
}

const Tool = ({ icon, label, onClick }: ToolProps) => (
  <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
    <ToolIcon name={icon} />
  </button>
)

/** Buttons for Markdown formatting. */
export function Toolbar({ text }: { text: RefObject<TextHandle | null> }) {
  const texts = useText('editor')
  const files = useRef<HTMLInputElement>(null)
  const [isPicking, setPicking] = useState(false)
  return (
    <fieldset className="toolbar" aria-label={texts.toolbar}>
      <Tool icon="undo" label={texts.undo} onClick={() => text.current?.undo()} />
      <Tool icon="redo" label={texts.redo} onClick={() => text.current?.redo()} />
      {MARKS.map(mark => (
        <Tool key={mark} icon={mark} label={texts.marks[mark]} onClick={() => text.current?.mark(mark)} />
      ))}
      <Tool icon="image" label={texts.image} onClick={() => files.current?.click()} />
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept="image/jpeg,image/png,image/gif,image/webp"
        onChange={event => {
          text.current?.images([...(event.target.files ?? [])])
          // Cleared so that the same file can be chosen again.
          event.target.value = ''
        }}
      />
      <Tool icon="library" label={texts.library} onClick={() => setPicking(true)} />
      <Tool icon="paywall" label={texts.paywall} onClick={() => text.current?.paywall()} />
      {isPicking && (
        <MediaPicker
          onClose={() => setPicking(false)}
          onChoose={markdown => {
            // Closed first, because a closing dialog returns the focus to its button.
            flushSync(() => setPicking(false))
            text.current?.paragraph(markdown)
          }}
        />
      )}
    </fieldset>
  )
}
