import type { Output } from './output.ts'

const WIDTH = 24

/** A progress bar on a terminal; nothing elsewhere. */
export class Progress {
  readonly #output: Output
  readonly #label: string
  readonly #total: number
  #done = 0
  #note = ''

  constructor(output: Output, label: string, total: number) {
    this.#output = output
    this.#label = label
    this.#total = total
    this.#show()
  }

  step(): void {
    this.#done++
    this.#show()
  }

  /** Shown behind the bar, such as a wait for a rate limit. */
  set note(text: string) {
    this.#note = text
    this.#show()
  }

  end(): void {
    this.#output.showTransient('')
  }

  #show(): void {
    if (this.#total === 0) return
    const filled = Math.round((WIDTH * this.#done) / this.#total)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    this.#output.showTransient(`${this.#label} ${bar} ${this.#done}/${this.#total} ${this.#note}`.trimEnd())
  }
}
