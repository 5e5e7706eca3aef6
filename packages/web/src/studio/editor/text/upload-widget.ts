import { type EditorView, WidgetType } from '@codemirror/view'

/** An image on its way: shown where it will stand, and no part of the text until it is there. */
export interface Upload {
  readonly id: string
  /** In which order images were chosen; they keep it, whichever is sent first. */
  readonly order: number
  readonly name: string
  readonly at: number
  /** Between 0 and 1. */
  readonly progress: number
  readonly fault: string | undefined
}

export interface UploadWords {
  readonly uploading: (name: string, percent: number) => string
  readonly failed: (name: string, reason: string) => string
  readonly cancel: string
  readonly retry: string
  readonly remove: string
}

export interface UploadActions {
  readonly words: UploadWords
  readonly onRetry: (view: EditorView, id: string) => void
  readonly onRemove: (view: EditorView, id: string) => void
}

/** An image that is being sent, or that could not be. */
export class UploadWidget extends WidgetType {
  readonly #upload: Upload
  readonly #actions: UploadActions

  constructor(upload: Upload, actions: UploadActions) {
    super()
    this.#upload = upload
    this.#actions = actions
  }

  override eq(other: UploadWidget): boolean {
    const { id, progress, fault } = this.#upload
    return other.#upload.id === id && other.#upload.progress === progress && other.#upload.fault === fault
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, name, progress, fault } = this.#upload
    const { words, onRetry, onRemove } = this.#actions
    const box = document.createElement('span')
    box.className = fault === undefined ? 'cm-upload' : 'cm-upload is-failed'
    if (fault === undefined) {
      box.append(
        words.uploading(name, Math.floor(progress * 100)),
        button(words.cancel, () => onRemove(view, id)),
      )
      return box
    }
    box.setAttribute('role', 'alert')
    box.append(
      words.failed(name, fault),
      button(words.retry, () => onRetry(view, id)),
      button(words.remove, () => onRemove(view, id)),
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
