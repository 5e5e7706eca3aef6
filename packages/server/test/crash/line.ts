import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, Client } from '../support/client.ts'
import type { Ledger } from './ledger.ts'

const LONGEST_ANSWER_MS = 30_000
const LONGEST_OUTAGE_MS = 120_000

type Credentials = { token?: string; cookie?: string }
type Request = (client: Client, url: string) => Promise<Answer>

/** The way to a server that is killed again and again. */
export class Line {
  readonly #url: () => string | undefined
  readonly #ledger: Ledger

  constructor(url: () => string | undefined, ledger: Ledger) {
    this.#url = url
    this.#ledger = ledger
  }

  /** One try. Undefined: nobody knows what has become of it. */
  async attempt(kind: string, credentials: Credentials, request: Request): Promise<Answer | undefined> {
    const answer = await this.#send(credentials, request)
    if (answer === undefined) this.#ledger.cutOff(kind)
    else if (answer.status < 300) this.#ledger.acknowledged(kind)
    return answer
  }

  /** Repeats what may be repeated until it is answered; only the first try counts as cut off. */
  async insist(kind: string, credentials: Credentials, request: Request): Promise<Answer> {
    const first = await this.#send(credentials, request)
    if (first === undefined) this.#ledger.cutOff(kind)
    const answer = first ?? (await this.#repeat(kind, credentials, request))
    if (answer.status < 300) this.#ledger.acknowledged(kind)
    return answer
  }

  /** A look that changes nothing and counts for nothing. */
  async ask(credentials: Credentials, request: Request): Promise<Answer> {
    return (await this.#send(credentials, request)) ?? this.#repeat('a read', credentials, request)
  }

  async #repeat(kind: string, credentials: Credentials, request: Request): Promise<Answer> {
    const deadline = performance.now() + LONGEST_OUTAGE_MS
    while (performance.now() < deadline) {
      await pause(20)
      const answer = await this.#send(credentials, request)
      if (answer !== undefined) return answer
    }
    throw new Error(`${kind}: no answer for ${LONGEST_OUTAGE_MS / 1000} s, whatever was started meanwhile`)
  }

  /** While nobody listens there is nothing to cut off. */
  async #untilListening(): Promise<string> {
    const deadline = performance.now() + LONGEST_OUTAGE_MS
    for (;;) {
      const url = this.#url()
      if (url !== undefined) return url
      if (performance.now() > deadline) throw new Error(`nobody has listened for ${LONGEST_OUTAGE_MS / 1000} s`)
      await pause(20)
    }
  }

  /** A 503 says that the database is away, perhaps since the very commit; it promises nothing, and is no fault. */
  async #send(credentials: Credentials, request: Request): Promise<Answer | undefined> {
    const url = await this.#untilListening()
    const begun = performance.now()
    const patience = new AbortController()
    const tooLong = pause(LONGEST_ANSWER_MS, 'too long' as const, { signal: patience.signal }).catch(() => undefined)
    const answer = await Promise.race([request(new Client(url, credentials), url).catch(() => undefined), tooLong])
    patience.abort()
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    if (answer === 'too long') this.#ledger.miss(`a request was not answered within ${seconds} s`)
    if (answer === undefined || answer === 'too long') return undefined
    if (answer.status < 500) return answer
    if (answer.status !== 503) this.#ledger.miss(`${answer.status}, request ${answer.headers.get('x-request-id')}`)
    return undefined
  }
}
