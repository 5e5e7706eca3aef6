import { type DragEvent, type ReactNode, useState } from 'react'
import { useText } from '../i18n/language.ts'

interface Props {
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** Accepts files that are dropped anywhere inside it; the button beside the heading does the same by keyboard. */
export function DropZone({ onFiles, children }: Props) {
  const text = useText('posts')
  const [over, setOver] = useState(false)

  function drag(event: DragEvent, isOver: boolean): void {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(isOver)
  }

  function drop(event: DragEvent): void {
    drag(event, false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target for the mouse; there is a button for the keyboard
    <div
      className={over ? 'drop-zone is-over' : 'drop-zone'}
      data-label={text.dropHere}
      onDragOver={event => drag(event, true)}
      onDragLeave={event => drag(event, event.currentTarget.contains(event.relatedTarget as Node | null))}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
