import type { ImportedSeries, ReadResult } from './imported-post.ts'
import type { Problem } from './problems/problem.ts'

/** The posts of an archive. */
export interface Source {
  /** The number of results, for a progress bar. */
  readonly total: number
  /** Series that posts of the archive join. */
  readonly series?: readonly ImportedSeries[]
  /** What the archive has, and an import leaves out. */
  readonly losses?: readonly Problem[]
  readonly results: AsyncIterable<ReadResult>
}
