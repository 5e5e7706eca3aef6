import type { ReadResult } from './imported-post.ts'

/** The posts of an archive. */
export interface Source {
  /** The number of results, for a progress bar. */
  readonly total: number
  readonly results: AsyncIterable<ReadResult>
}
