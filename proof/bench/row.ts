import type { Runner } from '../support/slices.ts'
import type { BenchSetup } from './bench-setup.ts'

/** The required shares of the baseline's rate. */
export const GOALS = {
  hot: 0.65,
  coldRead: 0.6,
  write: 0.5,
  published: 0.35,
  upload: 0.6,
  webhooks: 0.5,
  pagesWarm: 4,
  pagesCold: 0.45,
  pagesSignedIn: 0.8,
  frontPageSignedIn: 0.5,
  pagesDuringChanges: 0.5,
} as const

/** One row of the table, ready to be measured. */
export interface Row {
  readonly ours: Runner
  readonly baseline: Runner
  /** The process whose CPU time counts; by default the first node. */
  readonly serverPid?: number
  /** A slice of both sides ends after this many requests, whatever time it takes. */
  readonly requestsOfSlice?: number
  /** Brings back the state before a slice, so that the slice does not affect the next one. */
  readonly cleanUp?: () => Promise<void>
  /** Stops what the row needs besides the two sides. */
  readonly close?: () => void
}

export interface RowPlan {
  readonly name: string
  readonly goal: number
  /** Required requests a second, instead of the share. */
  readonly goalPerSecond?: number
  /** The name of the row with the same requests without a proxy. */
  readonly direct?: string
  /** What the ratio is compared with. */
  readonly baseline: string
  /** Short slices would measure mainly what each begins and ends with, such as filling a queue. */
  readonly needsLongSlices?: boolean
  /** Prepares the row, or returns why it is not available. */
  prepare(setup: BenchSetup): Promise<Row | { readonly unavailable: string }>
}
