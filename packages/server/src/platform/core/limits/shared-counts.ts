import { withTimeout } from './with-timeout.ts'

/** Calls that one process has counted and others do not know yet. */
export interface NewCalls {
  readonly key: string
  readonly windowMs: number
  readonly calls: number
}

/** The calls of all processes in the current window of a key. */
export interface SharedCount {
  readonly calls: number
  readonly ageMs: number
}

/** Adds calls to the counts that all processes share, and returns the counts by key. */
export type AddCalls = (counts: readonly NewCalls[]) => Promise<ReadonlyMap<string, SharedCount>>

/** Something with calls to add. */
export interface CallSource {
  /** Undefined if there is nothing to add. */
  take(): NewCalls | undefined
  /** The result; undefined if the counts could not be reached. */
  settle(count: SharedCount | undefined): void
}

/** Requests wait for the shared counts no longer than this. */
const ANSWER_WITHIN_MS = 1000
/** Counts of keys that are far from their limit. */
const REPORT_EVERY_MS = 1000

/** Adds calls in the background, many keys in one statement, one statement at a time. */
export class SharedCounts {
  readonly #add: AddCalls
  readonly #onFailure: (error: unknown) => void
  #due = new Set<CallSource>()
  #later = new Set<CallSource>()
  #adding: Promise<void> | undefined
  #isReachable = true
  #isStuck = false
  readonly #timer: NodeJS.Timeout

  constructor(add: AddCalls, onFailure: (error: unknown) => void) {
    this.#add = add
    this.#onFailure = onFailure
    this.#timer = setInterval(() => this.#reportLater(), REPORT_EVERY_MS).unref()
  }

  /** While false, each process counts for itself, and nothing waits. */
  get isReachable(): boolean {
    return this.#isReachable
  }

  reportNow(source: CallSource): void {
    this.#due.add(source)
    this.#adding ??= this.#addDue()
  }

  reportLater(source: CallSource): void {
    this.#later.add(source)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #reportLater(): void {
    if (this.#later.size === 0) return
    for (const source of this.#later) this.#due.add(source)
    this.#later = new Set()
    this.#adding ??= this.#addDue()
  }

  async #addDue(): Promise<void> {
    // Calls of the same iteration of the event loop are added together.
    await new Promise(setImmediate)
    const sources = [...this.#due]
    this.#due = new Set()
    const taken = sources.flatMap(source => {
      const calls = source.take()
      return calls === undefined ? [] : [{ source, calls }]
    })
    if (taken.length > 0) {
      const counts = await this.#tryToAdd(taken.map(({ calls }) => calls))
      this.#isReachable = counts !== undefined
      for (const { source, calls } of taken) source.settle(counts?.get(calls.key))
    }
    this.#adding = undefined
    if (this.#due.size > 0) this.#adding = this.#addDue()
  }

  async #tryToAdd(calls: readonly NewCalls[]): Promise<ReadonlyMap<string, SharedCount> | undefined> {
    // A second statement behind one without a response would only use up another connection.
    if (this.#isStuck) return undefined
    this.#isStuck = true
    const added = this.#add(calls).finally(() => {
      this.#isStuck = false
    })
    try {
      const counts = await withTimeout(ANSWER_WITHIN_MS, added)
      if (counts === undefined) throw new Error(`no response within ${ANSWER_WITHIN_MS} ms`)
      return counts
    } catch (error) {
      added.catch(() => {})
      if (this.#isReachable) this.#onFailure(error)
      return undefined
    }
  }
}
