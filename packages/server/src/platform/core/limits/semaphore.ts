export interface WaitLimit {
  readonly waitMs: number
  readonly rejection: () => Error
}

/** Limits concurrent work. The rest waits in order of arrival. */
export class Semaphore {
  readonly #capacity: number
  #used = 0
  readonly #waiting: { cost: number; start: () => void }[] = []

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Work that costs more than the capacity runs alone. With a limit, work whose turn comes too late is rejected. */
  async run<T>(cost: number, work: () => Promise<T>, limit?: WaitLimit): Promise<T> {
    const share = Math.min(cost, this.#capacity)
    if (this.#waiting.length === 0 && this.#used + share <= this.#capacity) this.#used += share
    else await this.#waitForTurn(share, limit)
    try {
      return await work()
    } finally {
      // In another iteration of the event loop: work that only resolves promises would otherwise block the reading of
      // requests.
      setImmediate(() => {
        this.#used -= share
        this.#startNext()
      })
    }
  }

  #waitForTurn(cost: number, limit: WaitLimit | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      reject(limit?.rejection())
      this.#startNext()
    }
    const timer = limit && setTimeout(giveUp, limit.waitMs)
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const waiting = { cost, start }
    this.#waiting.push(waiting)
    return promise
  }

  #startNext(): void {
    for (let next = this.#waiting[0]; next && this.#used + next.cost <= this.#capacity; next = this.#waiting[0]) {
      this.#used += next.cost
      this.#waiting.shift()
      next.start()
    }
  }
}
