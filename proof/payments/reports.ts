import { setTimeout as pause } from 'node:timers/promises'
import type { FakeStripe } from '@galley/server/testing/payments/fake-stripe'
import type { SeededRandom } from '@galley/server/testing/seeded-random'

type Report = FakeStripe['events'][number]

const LOST = 0.2
const REPEATED = 0.3
/** How many reports wait. One of them is chosen at random, so that reports overtake each other. */
const WAITING = 40

/** Delivers the provider's reports in random order. Some are lost for ever; others are repeated until they are answered. */
export class Reports {
  readonly counts = { delivered: 0, repeated: 0, lost: 0, refused: 0 }
  readonly #stripe: FakeStripe
  readonly #url: string
  readonly #random: SeededRandom
  readonly #waiting: Report[] = []
  #taken = 0
  #isFinished = false

  constructor(stripe: FakeStripe, url: string, random: SeededRandom) {
    this.#stripe = stripe
    this.#url = url
    this.#random = random
  }

  finish(): void {
    this.#isFinished = true
  }

  async deliver(): Promise<void> {
    for (;;) {
      this.#take()
      if (this.#waiting.length === 0 && this.#isFinished) return
      if (this.#waiting.length < WAITING && !this.#isFinished) {
        await pause(20)
        continue
      }
      const [report] = this.#waiting.splice(this.#random.below(this.#waiting.length), 1)
      if (report !== undefined) await this.#send(report)
    }
  }

  #take(): void {
    for (const report of this.#stripe.events.slice(this.#taken)) {
      this.#taken++
      if (this.#random.chance(LOST)) {
        this.counts.lost++
        continue
      }
      this.#waiting.push(report)
      if (!this.#random.chance(REPEATED)) continue
      this.#waiting.push(report)
      this.counts.repeated++
    }
  }

  async #send(report: Report): Promise<void> {
    const status = await this.#stripe.deliver(report, this.#url).catch(() => 0)
    if (status === 200) {
      this.counts.delivered++
      return
    }
    this.counts.refused++
    this.#waiting.push(report)
    await pause(50)
  }
}
