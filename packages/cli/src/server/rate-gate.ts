import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@galley/client'

const DEFAULT_WAIT_MS = 5000

/**
 * Repeats calls that a rate limit rejected, for as long as the server asks to wait. All calls wait together, so that
 * parallel ones do not use up the next allowance with rejected attempts.
 */
export class RateGate {
  readonly #signal: AbortSignal
  readonly #onWait: (ms: number) => void
  #openAt = 0

  constructor(signal: AbortSignal, onWait: (ms: number) => void = () => {}) {
    this.#signal = signal
    this.#onWait = onWait
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      this.#signal.throwIfAborted()
      const waitMs = this.#openAt - Date.now()
      if (waitMs > 0) {
        this.#onWait(waitMs)
        await sleep(waitMs, undefined, { signal: this.#signal }).catch(() => this.#signal.throwIfAborted())
        continue
      }
      try {
        return await call()
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 429)) throw error
        this.#openAt = Math.max(this.#openAt, Date.now() + (error.retryAfterMs ?? DEFAULT_WAIT_MS))
      }
    }
  }
}
