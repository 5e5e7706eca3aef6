import type { Runner } from '../load/slices.ts'
import type { BenchSetup } from './bench-setup.ts'

/** The required shares of the floor's rate. */
export const GOALS = { hot: 0.65, coldRead: 0.6, write: 0.5, published: 0.35, upload: 0.6, webhooks: 0.5 } as const

/** One row of the table, ready to be measured. */
export interface Row {
  readonly ours: Runner
  readonly floor: Runner
  /** The process whose CPU time counts; by default the first node. */
  readonly serverPid?: number
  /** Removes pending work of a slice, so that it does not slow down the next one. */
  readonly cleanUp?: () => Promise<void>
  close(): void
}

export interface RowPlan {
  readonly name: string
  readonly goal: number
  /** Required requests a second, instead of the share. */
  readonly goalPerSecond?: number
  /** The name of the row with the same requests without a proxy. */
  readonly direct?: string
  /** What the ratio is compared with. */
  readonly floor: string
  /** Each slice fills a queue and empties it again, so short slices would measure mainly that. */
  readonly needsLongSlices?: boolean
  /** Prepares the row, or returns why it is not available. */
  prepare(setup: BenchSetup): Promise<Row | { readonly unavailable: string }>
}
