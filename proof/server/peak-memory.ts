import { residentBytes } from './process-usage.ts'

const SAMPLE_MS = 100

/** Samples the resident memory of a process. */
export class PeakMemory {
  readonly #pid: number
  readonly #first: number
  #peak: number
  readonly #sampling: NodeJS.Timeout

  constructor(pid: number) {
    this.#pid = pid
    this.#first = residentBytes(pid)
    this.#peak = this.#first
    this.#sampling = setInterval(() => this.#sample(), SAMPLE_MS)
  }

  /** How far the peak was above the first value. */
  end(): number {
    this.#sample()
    clearInterval(this.#sampling)
    return this.#peak - this.#first
  }

  #sample(): void {
    this.#peak = Math.max(this.#peak, residentBytes(this.#pid) || 0)
  }
}
