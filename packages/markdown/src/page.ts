import type { Language } from './language.ts'

/** A rendered text. */
export interface Page {
  /** Sanitised HTML. */
  readonly html: string
  /** Headings of the second and third level. */
  readonly toc: readonly TocEntry[]
  readonly readingMinutes: number
  readonly language: Language
}

export interface TocEntry {
  readonly id: string
  readonly level: number
  readonly text: string
}
