import { withTimeout } from '../core/limits/with-timeout.ts'

type Envelope = { readonly galley: 'ask' | 'answer'; readonly id: number; readonly content: unknown }

/** What the channel uses of a process: a child process, or `process` itself. */
export interface Endpoint {
  readonly connected: boolean
  send(message: Envelope, done: (error: Error | null) => void): unknown
}

/** Questions and responses between two processes of one server. */
export class ProcessChannel<Sent, Received> {
  readonly #endpoint: Endpoint
  readonly #respond: (question: Received) => unknown
  readonly #onError: (error: unknown) => void
  readonly #waiting = new Map<number, (response: unknown) => void>()
  #lastId = 0

  constructor(endpoint: Endpoint, respond: (question: Received) => unknown, onError: (error: unknown) => void) {
    this.#endpoint = endpoint
    this.#respond = respond
    this.#onError = onError
  }

  /** Undefined if the other process does not respond in time, or has ended. */
  async ask(question: Sent, timeoutMs: number): Promise<unknown> {
    if (!this.#endpoint.connected) return undefined
    const id = ++this.#lastId
    const responded = new Promise<unknown>(resolve => this.#waiting.set(id, resolve))
    this.#send({ galley: 'ask', id, content: question })
    try {
      return await withTimeout(timeoutMs, responded)
    } finally {
      this.#waiting.delete(id)
    }
  }

  /** Sends without waiting for a response. */
  tell(message: Sent): void {
    this.#send({ galley: 'ask', id: ++this.#lastId, content: message })
  }

  async receive(message: unknown): Promise<void> {
    // Libraries may use the same channel.
    if (!isEnvelope(message)) return
    const { galley, id, content } = message
    if (galley === 'answer') this.#waiting.get(id)?.(content)
    else this.#send({ galley: 'answer', id, content: await this.#respondTo(content as Received) })
  }

  /** Null without a response, or if there was an error: the other process goes on either way. */
  async #respondTo(question: Received): Promise<unknown> {
    try {
      return (await this.#respond(question)) ?? null
    } catch (error) {
      this.#onError(error)
      return null
    }
  }

  /** The other process has ended. */
  close(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined)
  }

  #send(message: Envelope): void {
    // A process that has ended does not need the message; its end is handled separately.
    if (!this.#endpoint.connected) return
    this.#endpoint.send(message, error => {
      if (error !== null && this.#endpoint.connected) this.#onError(error)
    })
  }
}

const isEnvelope = (message: unknown): message is Envelope =>
  typeof message === 'object' && message !== null && 'galley' in message
