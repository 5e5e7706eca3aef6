import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '../support/client.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import type { Ledger } from './ledger.ts'
import type { Line } from './line.ts'

export interface Stage {
  readonly line: Line
  readonly ledger: Ledger
  readonly random: SeededRandom
}

/**
 * One client that works without a rest and remembers what it was promised. What it works on is its own, so between two
 * steps it knows exactly how things must stand, crashes or not.
 */
export abstract class Actor {
  protected readonly line: Line
  protected readonly ledger: Ledger
  protected readonly random: SeededRandom
  #audit: PromiseWithResolvers<void> | undefined
  #stopped = false
  #running: Promise<void> | undefined

  constructor({ line, ledger, random }: Stage) {
    this.line = line
    this.ledger = ledger
    this.random = random
  }

  /** One thing done, acknowledged or not. */
  protected abstract step(): Promise<void>
  /** Holds what it was promised against what is there: of late, or ever. */
  protected abstract audit(everything: boolean): Promise<void>

  start(): void {
    this.#running = this.#work()
    // Whoever waits for an audit or for the end hears of it.
    this.#running.catch(() => {})
  }

  /** An audit between two steps. */
  async auditRecent(): Promise<void> {
    this.#audit = Promise.withResolvers()
    await Promise.race([this.#audit.promise, this.#running])
  }

  /** Stops, and looks at all it was ever promised. */
  async finish(): Promise<void> {
    this.#stopped = true
    await this.#running
    await this.audit(true)
  }

  /** A good request succeeds, or is cut off; nothing else. */
  protected expect(answer: Answer, ...statuses: number[]): boolean {
    const told = () => `${answer.status} ${JSON.stringify(answer.body)}`
    this.ledger.check('good requests succeed', statuses.includes(answer.status), told)
    return statuses.includes(answer.status)
  }

  async #work(): Promise<void> {
    while (!this.#stopped) {
      if (this.#audit === undefined) await this.step()
      else await this.#auditNow(this.#audit)
      await pause(this.random.between(5, 40))
    }
    this.#audit?.resolve()
  }

  async #auditNow(asked: PromiseWithResolvers<void>): Promise<void> {
    await this.audit(false)
    this.#audit = undefined
    asked.resolve()
  }
}
