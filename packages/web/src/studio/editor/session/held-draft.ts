import type { Draft } from '../../copies/draft.ts'

/** The text editor, as far as a session knows it. */
export interface TextHolder {
  readonly read: () => string
  readonly replace: (content: string) => void
}

/** The draft in the author's hands: its fields, and the text, which the editor holds while there is one. */
export class HeldDraft {
  #draft: Draft
  #holder: TextHolder | undefined

  constructor(draft: Draft) {
    this.#draft = draft
  }

  read(): Draft {
    if (this.#holder) this.#draft = { ...this.#draft, content: this.#holder.read() }
    return this.#draft
  }

  edit(fields: Partial<Omit<Draft, 'content'>>): Draft {
    this.#draft = { ...this.#draft, ...fields }
    return this.#draft
  }

  connect(holder: TextHolder): () => void {
    this.#holder = holder
    return () => {
      this.read()
      this.#holder = undefined
    }
  }

  /** Another draft in its place. `tell` comes before the editor does, who reports the text as an edit of the author's. */
  replace(draft: Draft, tell: () => void): void {
    const isOther = draft.content !== this.read().content
    this.#draft = draft
    tell()
    if (isOther) this.#holder?.replace(draft.content)
  }
}
