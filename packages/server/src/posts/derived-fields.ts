import { excerptOf } from './excerpt.ts'
import { freeLength } from './free-part.ts'
import type { PostState } from './post-state.ts'

/** Columns that follow from the content, to be written whenever it or `is_paid` changes. */
export interface DerivedFields {
  readonly excerpt: string
  readonly free_length: number | null
}

export function derivedFields({ content, is_paid }: Pick<PostState, 'content' | 'is_paid'>): DerivedFields {
  return { excerpt: excerptOf(content, is_paid), free_length: freeLength(content) }
}
