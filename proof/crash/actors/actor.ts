import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@galley/server/testing/client'
import type { SeededRandom } from '@galley/server/testing/seeded-random'
import type { RetryingClient } from '../retrying-client.ts'
import type { RunRecord } from '../run-record.ts'

export interface ActorContext {
  readonly client: RetryingClient
  readonly record: RunRecord
  readonly random: SeededRandom
}

/**
 * A client that sends requests continuously and remembers what was acknowledged. No other actor changes its data, so
 * between two steps it knows the exact state that the server must have.
 */
export abstract class Actor {
  protected readonly client: RetryingClient
  protected readonly record: RunRecord
  protected readonly random: SeededRandom
  #audit: PromiseWithResolvers<void> | undefined
  #stopped = false
  #running: Promise<void> | undefined

  constructor({ client, record, random }: ActorContext) {
    this.client = client
    this.record = record
    this.random = random
  }

  /** Sends one request. */
  protected abstract step(): Promise<void>
  /** Compares what was acknowledged with the server's state: recent requests, or all of them. */
  protected abstract audit(everything: boolean): Promise<void>

  start(): void {
    this.#running = this.#work()
    // A rejection is reported by `auditRecent` or `finish`.
    this.#running.catch(() => {})
  }

  /** Runs an audit between two steps. */
  async auditRecent(): Promise<void> {
    this.#audit = Promise.withResolvers()
    await Promise.race([this.#audit.promise, this.#running])
  }

  /** Stops, then audits everything. */
  async finish(): Promise<void> {
    this.#stopped = true
    await this.#running
    await this.audit(true)
  }

  /** A valid request has one of these statuses unless it was interrupted. */
  protected expect(answer: Answer, ...statuses: number[]): boolean {
    const describe = () => `${answer.status} ${JSON.stringify(answer.body)}`
    this.record.check('valid requests succeed', statuses.includes(answer.status), describe)
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
