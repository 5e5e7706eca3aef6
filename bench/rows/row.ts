import type { Runner } from '../load/slices.ts'
import type { Rig } from './rig.ts'

/** Shares of the floor's rate. */
export const GOALS = { hot: 0.65, coldRead: 0.6, write: 0.5, published: 0.35, upload: 0.6, webhooks: 0.5 } as const

/** One line of the table, ready to be measured. */
export interface Row {
  readonly ours: Runner
  readonly floor: Runner
  /** The process whose processor time counts; the first node unless said otherwise. */
  readonly serverPid?: number
  /** Clears away what a turn leaves to be done, so that the next one does not pay for it. */
  readonly tidy?: () => Promise<void>
  close(): void
}

export interface RowPlan {
  readonly name: string
  readonly goal: number
  /** Instead of the share: so many requests a second. */
  readonly goalPerSecond?: number
  /** The row that asks the same without a proxy. */
  readonly direct?: string
  /** What the ratio is against. */
  readonly floor: string
  /** Each turn fills a pipeline and empties it again: a short one would measure little else. */
  readonly hasToFill?: boolean
  /** Gets it ready, or says why that cannot be. */
  prepare(rig: Rig): Promise<Row | { readonly unavailable: string }>
}
