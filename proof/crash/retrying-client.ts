import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, Client } from '@galley/server/testing/client'
import type { RunRecord } from './run-record.ts'

const LONGEST_ANSWER_MS = 30_000
const LONGEST_OUTAGE_MS = 120_000

type Credentials = { token?: string; cookie?: string }
type Request = (client: Client, url: string) => Promise<Answer>

/** An HTTP client for a server that is killed again and again. */
export class RetryingClient {
  readonly #url: () => string | undefined
  readonly #record: RunRecord

  constructor(url: () => string | undefined, record: RunRecord) {
    this.#url = url
    this.#record = record
  }

  /** Sends once. Undefined if there was no response, so that the result is unknown. */
  async attempt(kind: string, credentials: Credentials, request: Request): Promise<Answer | undefined> {
    const answer = await this.#send(credentials, request)
    if (answer === undefined) this.#record.countInterrupted(kind)
    else if (answer.status < 300) this.#record.countAcknowledged(kind)
    return answer
  }

  /** Repeats an idempotent request until there is a response; counts as interrupted at most once. */
  async retryUntilAnswered(kind: string, credentials: Credentials, request: Request): Promise<Answer> {
    const first = await this.#send(credentials, request)
    if (first === undefined) this.#record.countInterrupted(kind)
    const answer = first ?? (await this.#repeat(kind, credentials, request))
    if (answer.status < 300) this.#record.countAcknowledged(kind)
    return answer
  }

  /** A read for a check, repeated until there is a response and not counted. */
  async read(credentials: Credentials, request: Request): Promise<Answer> {
    return (await this.#send(credentials, request)) ?? this.#repeat('a read', credentials, request)
  }

  async #repeat(kind: string, credentials: Credentials, request: Request): Promise<Answer> {
    const deadline = performance.now() + LONGEST_OUTAGE_MS
    while (performance.now() < deadline) {
      await pause(20)
      const answer = await this.#send(credentials, request)
      if (answer !== undefined) return answer
    }
    throw new Error(`${kind}: no answer for ${LONGEST_OUTAGE_MS / 1000} s`)
  }

  /** Waits for a running server: a request before that cannot be interrupted. */
  async #untilListening(): Promise<string> {
    const deadline = performance.now() + LONGEST_OUTAGE_MS
    for (;;) {
      const url = this.#url()
      if (url !== undefined) return url
      if (performance.now() > deadline) throw new Error(`the server has not been up for ${LONGEST_OUTAGE_MS / 1000} s`)
      await pause(20)
    }
  }

  /** A 503 means that the database is down, perhaps since the commit: the result is unknown, and it is not a failure. */
  async #send(credentials: Credentials, request: Request): Promise<Answer | undefined> {
    const url = await this.#untilListening()
    const begun = performance.now()
    const timeout = new AbortController()
    const tooLong = pause(LONGEST_ANSWER_MS, 'too long' as const, { signal: timeout.signal }).catch(() => undefined)
    const answer = await Promise.race([request(new Client(url, credentials), url).catch(() => undefined), tooLong])
    timeout.abort()
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    if (answer === 'too long') this.#record.fail(`a request was not answered within ${seconds} s`)
    if (answer === undefined || answer === 'too long') return undefined
    if (answer.status < 500) return answer
    if (answer.status !== 503) this.#record.fail(`${answer.status}, request ${answer.headers.get('x-request-id')}`)
    return undefined
  }
}
