import { AppError } from '../../../platform/core/errors.ts'
import { Semaphore } from '../../../platform/core/limits/semaphore.ts'

interface Limits {
  readonly atOnce: number
  readonly waiting: number
  /** Running and waiting, so that one account cannot take all slots with slow servers. */
  readonly perUser: number
  /** How long work may wait for its turn. */
  readonly waitMs: number
}

const busy = () =>
  new AppError('UNAVAILABLE', 'Too many images are being fetched. Try again.', { retryAfterSeconds: 5 })

/** Limits work that accounts begin and that depends on servers of others. */
export class FetchSlots {
  readonly #limits: Limits
  readonly #running: Semaphore
  readonly #byUser = new Map<string, number>()
  #all = 0

  constructor(limits: Limits) {
    this.#limits = limits
    this.#running = new Semaphore(limits.atOnce)
  }

  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const { atOnce, waiting, perUser, waitMs } = this.#limits
    if ((this.#byUser.get(userId) ?? 0) >= perUser) {
      const message = `At most ${perUser} images can be fetched at the same time. Wait for the earlier ones.`
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: 5 })
    }
    if (this.#all >= atOnce + waiting) {
      throw busy()
    }
    this.#count(userId, 1)
    try {
      return await this.#running.run(1, work, { waitMs, rejection: busy })
    } finally {
      this.#count(userId, -1)
    }
  }

  #count(userId: string, change: 1 | -1): void {
    this.#all += change
    const ofUser = (this.#byUser.get(userId) ?? 0) + change
    if (ofUser > 0) this.#byUser.set(userId, ofUser)
    else this.#byUser.delete(userId)
  }
}
