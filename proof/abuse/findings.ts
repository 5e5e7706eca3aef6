import type { Answer } from './raw-client.ts'

/** The results of one part of the run. */
export class PartFindings {
  readonly failures: string[] = []
  readonly #name: string
  readonly #isQuiet: boolean
  /** By status class: 2 for 2xx, and so on. */
  readonly #classes = new Map<number, number>()
  #requests = 0
  #slowestMs = 0
  #tookMs = 0

  constructor(name: string, isQuiet: boolean) {
    this.#name = name
    this.#isQuiet = isQuiet
  }

  countAnswer({ status, ms }: Pick<Answer, 'status' | 'ms'>): void {
    this.#requests++
    const kind = Math.floor(status / 100)
    this.#classes.set(kind, (this.#classes.get(kind) ?? 0) + 1)
    this.#slowestMs = Math.max(this.#slowestMs, ms)
  }

  setDuration(ms: number): void {
    this.#tookMs = ms
  }

  fail(text: string): void {
    const line = `${this.#name}: ${text}`
    this.failures.push(line)
    if (!this.#isQuiet) console.error(`FAIL  ${line.slice(0, 600)}`)
  }

  check(holds: boolean, otherwise: string): void {
    if (!holds) this.fail(otherwise)
  }

  get row() {
    return {
      part: this.#name,
      requests: this.#requests,
      seconds: (this.#tookMs / 1000).toFixed(1),
      '2xx': this.#classes.get(2) ?? 0,
      '4xx': this.#classes.get(4) ?? 0,
      '5xx': this.#classes.get(5) ?? 0,
      'slowest, ms': Math.round(this.#slowestMs),
      failures: this.failures.length,
    }
  }
}

/** The results of the whole run. */
export class Findings {
  readonly #parts: PartFindings[] = []
  readonly #isQuiet: boolean

  constructor({ isQuiet = false } = {}) {
    this.#isQuiet = isQuiet
  }

  part(name: string): PartFindings {
    const part = new PartFindings(name, this.#isQuiet)
    this.#parts.push(part)
    return part
  }

  get failures(): string[] {
    return this.#parts.flatMap(({ failures }) => failures)
  }

  get rows() {
    return this.#parts.map(({ row }) => row)
  }
}
