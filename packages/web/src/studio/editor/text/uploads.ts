import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'

/** An image on its way: shown where it will stand, and no part of the text until it is there. */
interface Upload {
  readonly id: string
  readonly name: string
  /** Between 0 and 1. */
  readonly progress: number
  readonly fault: string | undefined
}

export interface UploadWords {
  readonly uploading: (name: string, percent: number) => string
  readonly failed: (name: string, reason: string) => string
  readonly retry: string
  readonly remove: string
}

interface Deeds {
  readonly words: UploadWords
  readonly onRetry: (view: EditorView, id: string) => void
}

const put = StateEffect.define<{ upload: Upload; at: number }>({
  map: ({ upload, at }, changes) => ({ upload, at: changes.mapPos(at, 1) }),
})
const end = StateEffect.define<string>()

/** The field that holds every upload of a text at its place, wherever that moves while one goes on writing. */
export function uploadField(deeds: Deeds) {
  const field: StateField<DecorationSet> = StateField.define({
    create: () => Decoration.none,
    update: (before, transaction) => {
      let uploads = before.map(transaction.changes)
      for (const effect of transaction.effects) {
        if (effect.is(end)) uploads = without(uploads, effect.value)
        if (effect.is(put)) {
          const { upload, at } = effect.value
          const place = placeIn(uploads, upload.id) ?? at
          const widget = Decoration.widget({ widget: new UploadWidget(upload, deeds), side: 1 })
          uploads = without(uploads, upload.id).update({ add: [widget.range(place)] })
        }
      }
      return uploads
    },
    provide: self => EditorView.decorations.from(self),
  })
  return field
}

const idOf = (decoration: Decoration): string => (decoration.spec as { widget: UploadWidget }).widget.upload.id

const without = (uploads: DecorationSet, id: string): DecorationSet =>
  uploads.update({ filter: (_from, _to, decoration) => idOf(decoration) !== id })

function placeIn(uploads: DecorationSet, id: string): number | undefined {
  for (const cursor = uploads.iter(); cursor.value; cursor.next()) if (idOf(cursor.value) === id) return cursor.from
  return undefined
}

export const showUpload = (view: EditorView, upload: Upload, at = 0): void =>
  view.dispatch({ effects: put.of({ upload, at }) })

export const removeUpload = (view: EditorView, id: string): void => view.dispatch({ effects: end.of(id) })

/** The image is there: its Markdown takes the place of the widget. */
export function finishUpload(view: EditorView, field: StateField<DecorationSet>, id: string, markdown: string): void {
  const at = placeIn(view.state.field(field), id)
  // Whoever removed the place does not want the image.
  if (at === undefined) return
  view.dispatch({ changes: { from: at, insert: markdown }, effects: end.of(id), userEvent: 'input.upload' })
}

class UploadWidget extends WidgetType {
  readonly upload: Upload
  readonly #deeds: Deeds

  constructor(upload: Upload, deeds: Deeds) {
    super()
    this.upload = upload
    this.#deeds = deeds
  }

  override eq(other: UploadWidget): boolean {
    return other.upload === this.upload
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, name, progress, fault } = this.upload
    const { words, onRetry } = this.#deeds
    const box = document.createElement('span')
    box.className = fault === undefined ? 'cm-upload' : 'cm-upload is-failed'
    if (fault !== undefined) box.setAttribute('role', 'alert')
    box.append(fault === undefined ? words.uploading(name, Math.floor(progress * 100)) : words.failed(name, fault))
    if (fault !== undefined) {
      box.append(
        button(words.retry, () => onRetry(view, id)),
        button(words.remove, () => removeUpload(view, id)),
      )
    }
    return box
  }

  override ignoreEvent(): boolean {
    return true
  }
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  made.onclick = onClick
  return made
}
