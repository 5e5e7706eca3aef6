/** No complete answer came: no connection, a connection that broke, or nothing within the time allowed. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly timedOut: boolean

  constructor(message: string, { cause, timedOut }: { cause: unknown; timedOut: boolean }) {
    super(message, { cause })
    this.timedOut = timedOut
  }
}
