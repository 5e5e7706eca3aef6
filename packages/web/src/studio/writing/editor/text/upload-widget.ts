import { type EditorView, WidgetType } from '@codemirror/view'

/** An image that is being uploaded. It is shown at its place, and is not part of the text until it is uploaded. */
export interface Upload {
  readonly id: string
  /** The order in which images were chosen. They keep it, whichever upload finishes first. */
  readonly order: number
  readonly name: string
  readonly at: number
  /** Between 0 and 1. */
  readonly progress: number
  readonly error: string | undefined
}

export interface UploadTexts {
  readonly uploading: (name: string, percent: number) => string
  readonly failed: (name: string, reason: string) => string
  readonly cancel: string
  readonly retry: string
  readonly remove: string
}

export interface UploadActions {
  readonly texts: UploadTexts
  readonly onRetry: (view: EditorView, id: string) => void
  readonly onRemove: (view: EditorView, id: string) => void
}

/** Shows an image that is being uploaded, or whose upload failed. */
export class UploadWidget extends WidgetType {
  readonly #upload: Upload
  readonly #actions: UploadActions

  constructor(upload: Upload, actions: UploadActions) {
    super()
    this.#upload = upload
    this.#actions = actions
  }

  override eq(other: UploadWidget): boolean {
    const { id, progress, error } = this.#upload
    return other.#upload.id === id && other.#upload.progress === progress && other.#upload.error === error
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, name, progress, error } = this.#upload
    const { texts, onRetry, onRemove } = this.#actions
    const box = document.createElement('span')
    box.className = error === undefined ? 'cm-upload' : 'cm-upload is-failed'
    if (error === undefined) {
      box.append(
        texts.uploading(name, Math.floor(progress * 100)),
        button(texts.cancel, () => onRemove(view, id)),
      )
      return box
    }
    box.setAttribute('role', 'alert')
    box.append(
      texts.failed(name, error),
      button(texts.retry, () => onRetry(view, id)),
      button(texts.remove, () => onRemove(view, id)),
    )
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
