import { Semaphore } from './semaphore.ts'

/**
 * Runs work that nobody waits for, one task after the other, so that requests are hardly delayed. What exceeds the
 * capacity is skipped.
 */
export class BackgroundQueue {
  readonly #capacity: number
  readonly #running = new Semaphore(1)
  #waitingCost = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /**
   * A task that costs more than the capacity is accepted if no other one waits. `work` must not reject. Resolves when it has
   * ended, or was skipped.
   */
  async add(cost: number, work: () => Promise<void>): Promise<void> {
    if (this.#waitingCost > 0 && this.#waitingCost + cost > this.#capacity) return
    this.#waitingCost += cost
    await this.#running.run(1, () => {
      this.#waitingCost -= cost
      return work()
    })
  }
}
