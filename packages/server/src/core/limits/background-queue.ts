interface Task {
  readonly cost: number
  readonly work: () => Promise<void>
}

/**
 * Runs work that nobody waits for, one task after the other, so that requests are hardly delayed. What exceeds the
 * capacity is skipped.
 */
export class BackgroundQueue {
  readonly #capacity: number
  readonly #waiting: Task[] = []
  #waitingCost = 0
  #isRunning = false

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** A task that costs more than the capacity is accepted if no other one waits. `work` must not reject. */
  add(cost: number, work: () => Promise<void>): void {
    if (this.#waiting.length > 0 && this.#waitingCost + cost > this.#capacity) return
    this.#waiting.push({ cost, work })
    this.#waitingCost += cost
    void this.#run()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let task = this.#waiting.shift(); task !== undefined; task = this.#waiting.shift()) {
      this.#waitingCost -= task.cost
      await task.work()
    }
    this.#isRunning = false
  }
}
