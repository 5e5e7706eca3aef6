import { compileTemplate, type Slots, type Values } from './template.ts'

/** A request with places such as `{post}` in its path, its headers and its body. */
export interface Question {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The status that the answer must have, unless 200. */
  readonly status?: number
}

/** What a row asks: one question or several by turns, and what fills their places. */
export interface Questions {
  readonly ask: readonly Question[]
  readonly slots?: Slots
}

/** The bytes of the whole request. */
export function compileQuestion(question: Question, host: string): (values: Values) => string | Buffer {
  const headers = Object.entries({ host, 'user-agent': 'bench', ...question.headers })
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const start = compileTemplate(`${question.method} ${question.path} HTTP/1.1\r\n${fields}`)
  const head = (values: Values, bytes: number) =>
    `${start(values)}${question.body === undefined ? '' : `content-length: ${bytes}\r\n`}\r\n`
  if (question.body instanceof Uint8Array) {
    const bytes = question.body
    return values => Buffer.concat([Buffer.from(head(values, bytes.length)), bytes])
  }
  const body = compileTemplate(question.body ?? '')
  return values => {
    const text = body(values)
    return head(values, Buffer.byteLength(text)) + text
  }
}
