import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'

export type HttpResult =
  | {
      readonly responded: true
      readonly status: number
      /** The unparsed header `Retry-After`. */
      readonly retryAfter: string | undefined
      /** The unparsed header `Location`. */
      readonly location: string | undefined
      readonly body: Buffer
    }
  | { readonly responded: false; readonly error: unknown; readonly tookTooLong: boolean }

export interface Bounds {
  /** From the name look-up to the last byte of the response. */
  readonly timeoutMs: number
  /** How much of the body is kept; the rest is not read. */
  readonly bodyMaxBytes: number
}

/**
 * Sends one request and reads the start of its response. Used instead of undici's `request`, which creates a stream and
 * an abort signal for each; with thousands a second, they cost as much as the rest.
 */
export function exchange(agent: Dispatcher, request: Dispatcher.DispatchOptions, bounds: Bounds): Promise<HttpResult> {
  return new Promise(resolve => {
    const handler = new Receiving(bounds, resolve)
    try {
      agent.dispatch(request, handler)
    } catch (error) {
      handler.fail(error)
    }
  })
}

class Receiving implements Dispatcher.DispatchHandler {
  readonly #bodyMaxBytes: number
  readonly #resolve: (result: HttpResult) => void
  readonly #timer: NodeJS.Timeout
  #connection: Dispatcher.DispatchController | undefined
  #isOver = false
  #status = 0
  #retryAfter: string | undefined
  #location: string | undefined
  #length = 0
  readonly #chunks: Buffer[] = []

  constructor({ timeoutMs, bodyMaxBytes }: Bounds, resolve: (result: HttpResult) => void) {
    this.#bodyMaxBytes = bodyMaxBytes
    this.#resolve = resolve
    this.#timer = setTimeout(onTimeout, timeoutMs, this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#connection = controller
    if (this.#isOver) this.#abortConnection()
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Also called for each interim response (1xx); the last one is the final response.
    this.#status = status
    this.#retryAfter = first(headers['retry-after'])
    this.#location = first(headers.location)
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length < this.#bodyMaxBytes || this.#isOver) return
    this.#finish()
    this.#abortConnection()
  }

  onResponseEnd(): void {
    if (!this.#isOver) this.#finish()
  }

  onResponseError(_: Dispatcher.DispatchController, error: unknown): void {
    if (!this.#isOver) this.fail(error)
  }

  fail(error: unknown): void {
    this.#end({ responded: false, error, tookTooLong: false })
  }

  onTimeout(): void {
    this.#end({ responded: false, error: undefined, tookTooLong: true })
    this.#abortConnection()
  }

  #finish(): void {
    const body = Buffer.concat(this.#chunks).subarray(0, this.#bodyMaxBytes)
    this.#end({ responded: true, status: this.#status, retryAfter: this.#retryAfter, location: this.#location, body })
  }

  #end(result: HttpResult): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#resolve(result)
  }

  #abortConnection(): void {
    this.#connection?.abort(new Error('the rest of the response is not needed'))
  }
}

/** A header that is sent several times is a list, also one whose type says that it occurs once. */
const first = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'object' ? header[0] : header

const onTimeout = (receiving: Receiving) => receiving.onTimeout()
