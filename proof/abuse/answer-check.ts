import { STATUS_CODES } from 'node:http'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { PartFindings } from './findings.ts'
import type { Json, Operation } from './operations.ts'
import type { Answer } from './raw-client.ts'

/** Statuses before routing: the request was too slow, or its headers too long. */
const BEFORE_ROUTING = new Set([408, 431])
/** Statuses of requests that match no operation. */
const NOWHERE = new Set([...BEFORE_ROUTING, 400, 404, 405, 413, 415])
/** Internal details that must not be in a response. */
const INSIDE =
  /node_modules|\bat .{1,200}\.[jt]s:\d+|syntax error at or near|relation "|violates|SQLSTATE|kysely|BEGIN [A-Z ]*PRIVATE KEY|root:x:0/i

/**
 * The schemas of the OpenAPI document. Shared by all parts, and each component is a schema of its own, because compiling
 * the components again for every answer takes seconds.
 */
export class DocumentedAnswers {
  readonly #ajv = new Ajv2020({ allowUnionTypes: true, strict: false })
  /** By their source: most answers are the same error. */
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(document: Json) {
    addFormats.default(this.#ajv)
    for (const [name, schema] of Object.entries(document.components.schemas)) this.#ajv.addSchema(strict(schema), name)
  }

  /** Undefined if the status is not documented. */
  checkFor(operation: Operation | undefined, status: number): ValidateFunction | undefined {
    const isKnown = (operation === undefined ? NOWHERE : BEFORE_ROUTING).has(status)
    const error = { $ref: `#/components/schemas/${operation?.isDeprecated ? 'OlderError' : 'Error'}` }
    const schema = operation?.answers.get(status) ?? (isKnown ? error : undefined)
    if (schema === undefined) return undefined
    const key = JSON.stringify(schema)
    const known = this.#compiled.get(key) ?? this.#ajv.compile(strict(schema))
    this.#compiled.set(key, known)
    return known
  }

  describe({ errors }: ValidateFunction): string {
    return this.#ajv.errorsText(errors)
  }
}

/** Checks every response against the OpenAPI document; anything that is not documented is a failure. */
export class AnswerCheck {
  readonly #documented: DocumentedAnswers
  readonly #findings: PartFindings

  constructor(documented: DocumentedAnswers, findings: PartFindings) {
    this.#documented = documented
    this.#findings = findings
  }

  /** Reports everything that is wrong with an API response; `label` describes the request. */
  check(operation: Operation | undefined, answer: Answer, label: string): void {
    this.#findings.countAnswer(answer)
    for (const fault of [...this.#headerFaults(answer), ...this.#faults(operation, answer)]) {
      this.#findings.fail(`${label} → ${answer.status}: ${fault}`)
    }
  }

  /** The same for responses outside the API: pages and images. */
  checkPage(answer: Answer, label: string): void {
    this.#findings.countAnswer(answer)
    const { status, body } = answer
    const faults = status >= 500 ? [STATUS_CODES[status] ?? 'a failure'] : this.#headerFaults(answer)
    const inside = INSIDE.exec(body.toString('latin1'))
    for (const fault of [...faults, ...(inside ? [`shows the inside: ${inside[0]}`] : [])]) {
      this.#findings.fail(`${label} → ${status}: ${fault}`)
    }
  }

  #faults(operation: Operation | undefined, { status, headers, body }: Answer): string[] {
    if (status >= 500) return [STATUS_CODES[status] ?? 'a failure']
    if (status === 304 || status === 204) return []
    if (status === 200 && operation?.fileType !== undefined) {
      return headers['content-type'] === operation.fileType ? [] : [`is ${headers['content-type']}`]
    }
    const text = body.toString()
    const inside = INSIDE.exec(text)
    if (inside !== null) return [`shows the inside: ${inside[0]}`]
    if (!headers['content-type']?.startsWith('application/json')) return [`is ${headers['content-type']}`]
    const check = this.#documented.checkFor(operation, status)
    if (check === undefined) return ['a status that is not documented']
    try {
      if (check(JSON.parse(text))) return []
      return [`not as documented: ${this.#documented.describe(check)} in ${text.slice(0, 300)}`]
    } catch {
      return ['is not JSON']
    }
  }

  /** Checks that apply to every response. */
  #headerFaults({ headers }: Answer): string[] {
    const faults = []
    if (headers['x-content-type-options'] !== 'nosniff') faults.push('lets browsers guess the type')
    if (headers['x-request-id'] === undefined) faults.push('has no request id')
    if ('x-injected' in headers || headers['set-cookie']?.some(cookie => cookie.startsWith('injected'))) {
      faults.push('has an injected header')
    }
    if (headers.location !== undefined && isExternal(headers.location))
      faults.push(`redirects to another site to ${headers.location}`)
    return faults
  }
}

/** Whether a browser would leave this site. Another site's name inside a query is harmless. */
function isExternal(location: string): boolean {
  const own = 'http://own.invalid'
  return !URL.canParse(location, own) || new URL(location, own).origin !== own
}

/** An object may have no properties but those of its schema, and references name a component. */
function strict(schema: Json): Json {
  return changed(schema, part => ({
    ...part,
    ...(part.properties !== undefined && part.additionalProperties === undefined && { additionalProperties: false }),
    ...(typeof part.$ref === 'string' && { $ref: part.$ref.replace('#/components/schemas/', '') }),
  }))
}

function changed(schema: Json, change: (part: Json) => Json): Json {
  if (Array.isArray(schema)) return schema.map(part => changed(part, change))
  if (typeof schema !== 'object' || schema === null) return schema
  return change(Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, changed(part, change)])))
}
