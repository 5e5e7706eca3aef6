import type { Dispatcher } from 'undici'

export type HttpResult =
  | { readonly answered: true; readonly status: number; readonly body: Buffer }
  | { readonly answered: false; readonly error: unknown; readonly tookTooLong: boolean }

export interface Bounds {
  /** From the name look-up to the last byte of the answer. */
  readonly timeoutMs: number
  /** At most so much is kept; the rest is not even received. */
  readonly bodyMaxBytes: number
}

/**
 * One request and the start of its answer. It stands where undici's own `request` would, which makes a stream and an abort
 * signal for each: with thousands a second, they cost as much as the rest.
 */
export function exchange(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { timeoutMs, bodyMaxBytes }: Bounds,
): Promise<HttpResult> {
  const { promise, resolve } = Promise.withResolvers<HttpResult>()
  let connection: Dispatcher.DispatchController | undefined
  let isOver = false
  let status = 0
  let length = 0
  const chunks: Buffer[] = []

  const end = (result: HttpResult) => {
    isOver = true
    clearTimeout(timer)
    resolve(result)
  }
  const fail = (error: unknown, tookTooLong = false) => end({ answered: false, error, tookTooLong })
  const finish = () => end({ answered: true, status, body: Buffer.concat(chunks).subarray(0, bodyMaxBytes) })
  const hangUp = () => connection?.abort(new Error('nobody waits for the rest'))
  const timer = setTimeout(() => {
    fail(undefined, true)
    hangUp()
  }, timeoutMs)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: controller => {
      connection = controller
      if (isOver) hangUp()
    },
    onResponseStart: (_, code) => {
      // The last of them is the answer; those before it (1xx) only say that it is coming.
      status = code
    },
    onResponseData: (_, chunk) => {
      chunks.push(chunk)
      length += chunk.length
      if (length < bodyMaxBytes || isOver) return
      finish()
      hangUp()
    },
    onResponseEnd: () => {
      if (!isOver) finish()
    },
    onResponseError: (_, error) => {
      if (!isOver) fail(error)
    },
  }
  try {
    agent.dispatch(request, handler)
  } catch (error) {
    fail(error)
  }
  return promise
}
