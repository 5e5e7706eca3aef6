import { MapMode, StateEffect, StateField, type Transaction } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { paragraphAt } from './paragraph-at.ts'
import { type Upload, type UploadActions, UploadWidget } from './upload-widget.ts'

type Progress = Pick<Upload, 'id' | 'progress' | 'error'>

const add = StateEffect.define<Upload>()
const change = StateEffect.define<Progress>()
const end = StateEffect.define<string>()

/** The uploads of a text. Their positions move with the text. */
export function uploadField(actions: UploadActions): StateField<readonly Upload[]> {
  return StateField.define<readonly Upload[]>({
    create: () => [],
    update: (before, transaction) => transaction.effects.reduce(applyEffect, moved(before, transaction)),
    provide: field => EditorView.decorations.from(field, uploads => decorate(uploads, actions)),
  })
}

/** Follows changes of the text. Deleting the position of an upload cancels it. */
function moved(uploads: readonly Upload[], { docChanged, changes, effects }: Transaction): readonly Upload[] {
  if (!docChanged || uploads.length === 0) return uploads
  const finished = uploads.find(({ id }) => effects.some(effect => effect.is(end) && effect.value === id))
  return uploads.flatMap(upload => {
    // An image that is uploaded early stays behind those that were chosen before it.
    const isBehind = finished !== undefined && upload.at === finished.at && upload.order > finished.order
    const at = changes.mapPos(upload.at, isBehind ? 1 : -1, MapMode.TrackDel)
    return at === null ? [] : [{ ...upload, at }]
  })
}

function applyEffect(uploads: readonly Upload[], effect: StateEffect<unknown>): readonly Upload[] {
  if (effect.is(add)) return [...uploads, effect.value]
  if (effect.is(end)) return uploads.filter(({ id }) => id !== effect.value)
  if (!effect.is(change)) return uploads
  return uploads.map(upload => (upload.id === effect.value.id ? { ...upload, ...effect.value } : upload))
}

function decorate(uploads: readonly Upload[], actions: UploadActions): DecorationSet {
  const sorted = uploads.toSorted((one, other) => one.at - other.at || one.order - other.order)
  return Decoration.set(
    sorted.map((upload, index) =>
      Decoration.widget({ widget: new UploadWidget(upload, actions), side: index + 1 }).range(upload.at),
    ),
  )
}

/** At the end of the line, because a position inside a line may be inside a URL. */
export function showUpload(view: EditorView, upload: Omit<Upload, 'progress' | 'error'>): void {
  const at = view.state.doc.lineAt(upload.at).to
  view.dispatch({ effects: add.of({ ...upload, at, progress: 0, error: undefined }) })
}

export const changeUpload = (view: EditorView, progress: Progress): void =>
  view.dispatch({ effects: change.of(progress) })

export const removeUpload = (view: EditorView, id: string): void => view.dispatch({ effects: end.of(id) })

/** Replaces the widget by the image's Markdown, as a separate paragraph. */
export function finishUpload(
  view: EditorView,
  field: StateField<readonly Upload[]>,
  id: string,
  markdown: string,
): void {
  const uploads = view.state.field(field)
  const upload = uploads.find(other => other.id === id)
  if (!upload) return
  const hasEarlier = uploads.some(other => other.at === upload.at && other.order < upload.order)
  const changes = paragraphAt(view.state.doc, upload.at, markdown, hasEarlier)
  view.dispatch({ changes, effects: end.of(id), userEvent: 'input.upload' })
}
