interface ConnectionErrorParts {
  readonly method: string
  readonly url: string
  readonly reason: string
  readonly cause: unknown
  readonly timedOut: boolean
}

/** No complete response came: no connection, a connection that broke, or nothing within the time allowed. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly method: string
  readonly url: string
  readonly timedOut: boolean

  constructor({ method, url, reason, cause, timedOut }: ConnectionErrorParts) {
    super(`No response from ${method} ${url}: ${reason}`, { cause })
    this.method = method
    this.url = url
    this.timedOut = timedOut
  }
}
