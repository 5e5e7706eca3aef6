import { newId } from '@galley/server/testing/ids'

/** A request with placeholders such as `{post}` in its path, headers and body. */
export interface RequestTemplate {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** For bytes: where each request gets a new id, so that no two requests send the same file. */
  readonly idAt?: number
  /** The expected status, 200 by default. */
  readonly status?: number
}

/** The requests of a row, sent in rotation, and the values of their placeholders. */
export interface RequestMix {
  readonly templates: readonly RequestTemplate[]
  readonly slots?: Slots
}

/** The bytes of the whole request. */
export function compileRequest(template: RequestTemplate, host: string): (values: Values) => string | Buffer {
  const headers = Object.entries({ host, 'user-agent': 'bench', ...template.headers })
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const start = compileTemplate(`${template.method} ${template.path} HTTP/1.1\r\n${fields}`)
  const head = (values: Values, bytes: number) =>
    `${start(values)}${template.body === undefined ? '' : `content-length: ${bytes}\r\n`}\r\n`
  if (template.body instanceof Uint8Array) {
    const { body: bytes, idAt } = template
    return values => {
      const start = Buffer.from(head(values, bytes.length))
      const request = Buffer.concat([start, bytes])
      if (idAt !== undefined) request.write(newId(), start.length + idAt, 'latin1')
      return request
    }
  }
  const body = compileTemplate(template.body ?? '')
  return values => {
    const text = body(values)
    return head(values, Buffer.byteLength(text)) + text
  }
}

/** The values of a placeholder: a new id each time, or the items of a list in rotation. */
export type Slot = 'fresh' | readonly (string | number)[]
export type Slots = Readonly<Record<string, Slot>>
export type Values = Readonly<Record<string, string | number>>

/** Returns new values for every slot at each call, also across workers. */
export function createFiller(slots: Slots): () => Values {
  const entries = Object.entries(slots)
  let call = 0
  return () => {
    const values: Record<string, string | number> = {}
    for (const [name, slot] of entries) {
      values[name] = slot === 'fresh' ? newId() : (slot[call % slot.length] as string | number)
    }
    call++
    return values
  }
}

const PLACE = /\{(\w+)\}/

/** Compiles a text with placeholders such as `{post}`, so that filling it is cheap. */
export function compileTemplate(text: string): (values: Values) => string {
  const parts = text.split(PLACE)
  if (parts.length === 1) return () => text
  return values => {
    let filled = parts[0] as string
    for (let i = 1; i < parts.length; i += 2) filled += `${values[parts[i] as string]}${parts[i + 1]}`
    return filled
  }
}
