/** How many requests of one kind had which result. */
interface RequestCounts {
  acknowledged: number
  interrupted: number
}

/** Counts the requests of a run and the checks of what they guarantee, and lists the checks that failed. */
export class RunRecord {
  readonly failures: string[] = []
  readonly requestCounts = new Map<string, RequestCounts>()
  readonly checks = new Map<string, number>()

  countAcknowledged(kind: string): void {
    this.#countsOf(kind).acknowledged++
  }

  /** There was no response, or a 503, so the result is unknown. */
  countInterrupted(kind: string): void {
    this.#countsOf(kind).interrupted++
  }

  /** Counts a check, and records a failure if it does not hold. */
  check(name: string, holds: boolean, otherwise: () => string): void {
    this.checks.set(name, (this.checks.get(name) ?? 0) + 1)
    if (!holds) this.fail(`${name}: ${otherwise()}`)
  }

  fail(text: string): void {
    this.failures.push(text)
    console.error(`FAIL  ${text}`)
  }

  get totalAcknowledged(): number {
    return [...this.requestCounts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  }

  get totalInterrupted(): number {
    return [...this.requestCounts.values()].reduce((sum, { interrupted }) => sum + interrupted, 0)
  }

  #countsOf(kind: string): RequestCounts {
    const known = this.requestCounts.get(kind) ?? { acknowledged: 0, interrupted: 0 }
    this.requestCounts.set(kind, known)
    return known
  }
}
