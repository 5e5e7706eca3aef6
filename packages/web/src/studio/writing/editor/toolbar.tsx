import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { textOf } from '../../i18n/language.ts'
import { ImageInput } from '../../ui/forms/image-input.tsx'
import { MediaPicker } from '../media/media-picker.tsx'
import type { MarkName } from './text/marks.ts'
import type { TextHandle } from './text/text-editor.tsx'

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
  const texts = textOf('editor')
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
      <ImageInput ref={files} multiple onChoose={chosen => text.current?.images(chosen)} />
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

/** Icons of the toolbar, on the same grid as the studio's other icons. */
const PATHS = {
  heading: 'M5 4v12M15 4v12M5 10h10',
  subheading: 'M4 5v10M11 5v10M4 10h7M14 9.5a1.6 1.6 0 1 1 1.6 2.2 1.8 1.8 0 1 1-1.8 2.3',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  italic: 'M9 4h6M5 16h6M12 4 8 16',
  link: 'M8.5 11.5a3 3 0 0 0 4.3 0l2.6-2.6a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-2.6 2.6a3 3 0 0 0 4.3 4.3l1-1',
  list: 'M8 5h8M8 10h8M8 15h8M4 5h.1M4 10h.1M4 15h.1',
  numbers:
    'M8 5h8M8 10h8M8 15h8M3.5 4 4.5 3.5V7M3.3 9.3c1.4-.8 2 .3 1 1.4L3.3 12h1.9M3.4 13.8h1.5l-.8 1c1.2.1 1.1 1.9-.8 1.6',
  quote: 'M4 5v10M8 7h8M8 10.5h8M8 14h5',
  code: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  table: 'M3.5 4.5h13v11h-13zM3.5 8.2h13M10 4.5v11',
  undo: 'm7 4-4 4 4 4M3 8h8a4.5 4.5 0 0 1 0 9H8',
  redo: 'm13 4 4 4-4 4M17 8H9a4.5 4.5 0 0 0 0 9h3',
  image: 'M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2.5-2.5 4 4M12.5 7.6h.1',
  library: 'M6.5 3.5h10v8h-10zM6.5 9.5l2.5-2.5 2.5 2.5 2-2 3 3M3.5 6.5v10h10',
  paywall: 'M3 10h2M8 10h1M15 10h2M11.5 9V7.5a1.7 1.7 0 0 1 3.4 0V9M10.5 9h5.5v4.5h-5.5zM3 5h7M3 15h5',
} as const

function ToolIcon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
