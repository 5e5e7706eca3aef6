import assert from 'node:assert/strict'
import { assertDocumented } from './documented.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail when it is another
type Json = any

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

export interface Sent {
  readonly body?: unknown
  /** Sent unchanged, instead of a JSON body. */
  readonly raw?: string | Uint8Array | FormData
  readonly headers?: Record<string, string>
}

/**
 * An API client over real HTTP that keeps its cookie, as a browser does, or sends a Bearer token. It fails on a status
 * or error code that is not in the OpenAPI document, so that every test checks the document.
 */
export class Client {
  readonly #url: string
  readonly #token: string | undefined
  cookie: string | undefined

  constructor(url: string, { token, cookie }: { token?: string; cookie?: string } = {}) {
    this.#url = url
    this.#token = token
    this.cookie = cookie
  }

  get = (path: string, sent?: Sent) => this.send('GET', path, sent)
  post = (path: string, body?: unknown, sent?: Sent) => this.send('POST', path, { body, ...sent })
  put = (path: string, body?: unknown, sent?: Sent) => this.send('PUT', path, { body, ...sent })
  patch = (path: string, body?: unknown, sent?: Sent) => this.send('PATCH', path, { body, ...sent })
  delete = (path: string, sent?: Sent) => this.send('DELETE', path, sent)

  async logIn(login: string, password: string): Promise<Answer> {
    const answer = await this.post('/api/v1/session', { login, password })
    assert.equal(answer.status, 200, `log-in of ${login}: ${JSON.stringify(answer.body)}`)
    return answer
  }

  async send(method: string, path: string, { body, raw, headers = {} }: Sent = {}): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }),
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...headers,
      },
      body: (raw as string | undefined) ?? (body === undefined ? null : JSON.stringify(body)),
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const responded = isJson && text !== '' ? JSON.parse(text) : text
    assertDocumented(method, this.#url + path, response.status, responded)
    return { status: response.status, headers: response.headers, body: responded }
  }

  #keep(setCookie: string): void {
    const [pair = ''] = setCookie.split(';')
    this.cookie = /max-age=0|expires=thu, 01 jan 1970/i.test(setCookie) ? undefined : pair
  }
}

/** Asserts an error response with its code, fields and their codes. */
export function assertError(answer: Answer, status: number, code: string, fields?: Record<string, string>): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.deepEqual(Object.keys(answer.body), ['error'])
  const { error } = answer.body
  assert.deepEqual(Object.keys(error), ['code', 'message', 'fields', 'request_id'])
  assert.equal(error.code, code)
  assert.equal(error.request_id, answer.headers.get('x-request-id'))
  const found = Object.fromEntries(error.fields.map((issue: Json) => [issue.field, issue.code]))
  if (fields === undefined) return
  assert.deepEqual(found, fields)
  assert.equal(error.fields.length, Object.keys(fields).length, 'each field is named once')
}
