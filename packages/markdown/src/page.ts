import type { Language } from './language.ts'

/** A rendered text. */
export interface Page {
  /** Sanitised HTML. */
  readonly html: string
  /** Headings of the second and third level. */
  readonly toc: readonly TocEntry[]
  readonly readingMinutes: number
  readonly language: Language
  /** The limit that the text exceeds, so that its page is plain paragraphs. */
  readonly exceededLimit?: RenderingLimit
}

/** `size`: of the page, in bytes or elements; `nesting`: of its tags; `time` and `memory`: of rendering. */
export type RenderingLimit = 'size' | 'nesting' | 'time' | 'memory'

export interface TocEntry {
  readonly id: string
  readonly level: number
  readonly text: string
}
