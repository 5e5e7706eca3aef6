import { redo, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { textOf } from '../../../i18n/language.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import { useSession } from '../session/use-post-session.ts'
import { showCaret } from './caret-margins.ts'
import { htmlPaste } from './html-paste.ts'
import { imageUploads } from './image-uploads.ts'
import { type MarkName, marks } from './marks.ts'
import { paragraphAt } from './paragraph-at.ts'
import { insertPaywall } from './paywall-line.ts'
import { textExtensions } from './text-extensions.ts'
import { placeIn, type TextPlace } from './text-place.ts'

/** Actions for the toolbar and the title. */
export interface TextHandle {
  mark(name: MarkName): void
  undo(): void
  redo(): void
  paywall(): void
  images(files: readonly File[]): void
  /** Whether an image is not in the text yet, because it is being uploaded or its upload failed. */
  lacksImages(): boolean
  /** Inserts a paragraph after the line of the cursor. */
  paragraph(markdown: string): void
  focus(): void
  showCaret(): void
  /** The author's place in the text. */
  place(): TextPlace | undefined
}

interface Props {
  readonly ref: Ref<TextHandle>
  /** Called some time after the cursor was moved or the text was scrolled. */
  readonly onPlaceChange: () => void
}

const PLACE_WAIT_MS = 80

/** CodeMirror with the session's text. React never writes into it: CodeMirror holds the current text. */
export function TextEditor({ ref, onPlaceChange }: Props) {
  const session = useSession()
  const texts = textOf('editor')
  const place = useRef<HTMLDivElement>(null)
  const handle = useRef<TextHandle>(undefined)
  const latest = useRef({ onPlaceChange })
  useEffect(() => {
    latest.current = { onPlaceChange }
  })

  useEffect(() => {
    if (!place.current) return
    const uploads = imageUploads(texts.upload)
    const askBeforeLeaving = (event: BeforeUnloadEvent) => {
      if (uploads.count() > 0) event.preventDefault()
    }
    addEventListener('beforeunload', askBeforeLeaving)
    // The document is immutable, so it is passed without copying; it becomes a string when it is sent or stored.
    const report = EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) session.textEdited(state.doc)
      if (selectionSet) moved()
    })
    let timer: ReturnType<typeof setTimeout> | undefined
    // Some time after the last letter, because finding the place is too slow for each letter.
    const moved = () => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current.onPlaceChange(), PLACE_WAIT_MS)
    }
    let frame: number | undefined
    const scrolled = () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined
        latest.current.onPlaceChange()
      })
    }
    const stateOf = (doc: string) =>
      EditorState.create({ doc, extensions: [textExtensions(texts.text), uploads.extension, htmlPaste, report] })
    const view = new EditorView({ parent: place.current, state: stateOf(session.draft().content) })
    view.scrollDOM.addEventListener('scroll', scrolled, { passive: true })
    const disconnect = session.connectText({
      // Applied as an edit, so that the author can undo it.
      replace: content => replaceText(view, content),
    })
    handle.current = {
      mark: name => {
        marks[name](view)
        view.focus()
      },
      undo: () => {
        undo(view)
        view.focus()
      },
      redo: () => {
        redo(view)
        view.focus()
      },
      paywall: () => insertPaywall(view),
      images: files => uploads.insert(view, files),
      lacksImages: () => uploads.count() > 0,
      paragraph: markdown => insertParagraph(view, markdown),
      focus: () => view.focus(),
      showCaret: () => showCaret(view),
      place: () => placeIn(view),
    }
    return () => {
      clearTimeout(timer)
      if (frame !== undefined) cancelAnimationFrame(frame)
      disconnect()
      removeEventListener('beforeunload', askBeforeLeaving)
      if (uploads.count() > 0) toast(texts.upload.stopped, { tone: 'bad' })
      uploads.stop()
      view.destroy()
    }
  }, [session, texts])

  useImperativeHandle(ref, () => ({
    mark: name => handle.current?.mark(name),
    undo: () => handle.current?.undo(),
    redo: () => handle.current?.redo(),
    paywall: () => handle.current?.paywall(),
    images: files => handle.current?.images(files),
    lacksImages: () => handle.current?.lacksImages() ?? false,
    paragraph: markdown => handle.current?.paragraph(markdown),
    focus: () => handle.current?.focus(),
    showCaret: () => handle.current?.showCaret(),
    place: () => handle.current?.place(),
  }))

  return <div ref={place} className="text-editor" />
}

/** Inserts a paragraph after the line of the cursor, and puts the cursor behind it. */
function insertParagraph(view: EditorView, markdown: string): void {
  const { doc, selection } = view.state
  const change = paragraphAt(doc, selection.main.to, markdown)
  const anchor = change.from + change.insert.trimEnd().length
  view.dispatch({ changes: change, selection: { anchor }, scrollIntoView: true, userEvent: 'input' })
  view.focus()
}

/** Shows another text. What both begin and end with is not touched, so a cursor there stays in its place. */
function replaceText(view: EditorView, content: string): void {
  const before = view.state.doc.toString()
  // With the line breaks of the editor.
  const after = view.state.toText(content).toString()
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  view.dispatch({
    changes: { from: start, to: before.length - end, insert: after.slice(start, after.length - end) },
  })
}
