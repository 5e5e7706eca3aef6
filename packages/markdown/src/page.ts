import type { Language } from './language.ts'

/** A text as a page shows it. */
export interface Page {
  /** Safe to put into a page as it is. */
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
