/** The metadata of a response. */
export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  /** The version of the returned resource, to be sent back as `ifMatch`; null if it has none. */
  readonly etag: string | null
  /** Identifies this request in the server's log. */
  readonly requestId: string | null
}

export interface WithResponse<T> {
  readonly data: T
  readonly response: ResponseInfo
}

/** The result of every call: a promise of the data, with access to the rest of the response. */
export interface ApiPromise<T> extends Promise<T> {
  withResponse(): Promise<WithResponse<T>>
}

export function apiPromise<T>(sent: Promise<WithResponse<T>>): ApiPromise<T> {
  const data = sent.then(({ data }) => data)
  return Object.assign(data, {
    withResponse: () => {
      // A caller that uses `withResponse` handles the failure there. Node would report this promise as unhandled.
      data.catch(() => {})
      return sent
    },
  })
}

export function responseInfo({ status, headers }: Response): ResponseInfo {
  return { status, headers, etag: headers.get('etag'), requestId: headers.get('x-request-id') }
}
