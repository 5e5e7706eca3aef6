/** How requests of one kind ended. */
interface Tally {
  acknowledged: number
  cutOff: number
}

/** What the whole run has seen: how much was promised, and which promises were broken. */
export class Ledger {
  readonly misses: string[] = []
  readonly tallies = new Map<string, Tally>()
  readonly checks = new Map<string, number>()

  acknowledged(kind: string): void {
    this.#tally(kind).acknowledged++
  }

  /** No answer came, or one that promises nothing. */
  cutOff(kind: string): void {
    this.#tally(kind).cutOff++
  }

  /** Counts a look, and notes what it found wrong. */
  check(name: string, holds: boolean, otherwise: () => string): void {
    this.checks.set(name, (this.checks.get(name) ?? 0) + 1)
    if (!holds) this.miss(`${name}: ${otherwise()}`)
  }

  miss(text: string): void {
    this.misses.push(text)
    console.error(`MISS  ${text}`)
  }

  get totalAcknowledged(): number {
    return [...this.tallies.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0)
  }

  get totalCutOff(): number {
    return [...this.tallies.values()].reduce((sum, { cutOff }) => sum + cutOff, 0)
  }

  #tally(kind: string): Tally {
    const known = this.tallies.get(kind) ?? { acknowledged: 0, cutOff: 0 }
    this.tallies.set(kind, known)
    return known
  }
}
