import type { FieldCode } from '@galley/contract/error-codes'
import { parseTime, TIME_EXAMPLES } from '@galley/contract/times'
import type { ErrorObject, Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FieldIssue } from './errors.ts'

/** Returns the errors of a value, at most 100; none if it matches its schema. */
export type Check = (value: unknown) => readonly FieldIssue[]

/** A response does not have to list more. */
export const FAULTS_MAX = 100

function createAjv(options: Options): Ajv2020 {
  // A test validates our schemas, so that it is not repeated at each start. So the meta-schema is not needed.
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    validateSchema: false,
    meta: false,
    // Errors have their schema: its description is the message of a pattern.
    verbose: true,
    ...options,
  })
  addFormats.default(ajv, ['email', 'uri'])
  // A malformed id is not an error of the form: it is not found, like an unknown one.
  ajv.addFormat('uuid', true)
  ajv.addFormat('date-time', text => parseTime(text) !== undefined)
  return ajv
}

// Bodies are never coerced ("100" is not a number); query strings have no types, so theirs come from the schema.
const body = createAjv({})
const query = createAjv({ coerceTypes: true, useDefaults: true })

// Schemas are compiled when they are first used: all of them together are a quarter of the time of a start.
type Compiled = ReturnType<Ajv2020['compile']>

export function checkBody(schema: object): Check {
  let check: Compiled | undefined
  return value => {
    check ??= body.compile(schema)
    check(value)
    return firstIssues([...(check.errors ?? []).map(issueOf), ...unstorableText(value)])
  }
}

/** Converts the values to their types, in place. */
export function checkQuery(schema: object): Check {
  let check: Compiled | undefined
  const names = Object.keys((schema as { properties?: object }).properties ?? {})
  return value => {
    check ??= query.compile(schema)
    // First, because the validator converts a blank to 0.
    const blank = names.filter(name => isBlank(name, Object(value)[name]))
    check(value)
    return firstIssues([
      ...(check.errors ?? []).map(issueOf),
      ...blank.map(field => ({ field, code: 'TOO_SHORT', message: 'Must not be empty.' }) as const),
      ...endless(value),
      ...unstorableText(value),
    ])
  }
}

/** A filter without a value would select everything. Only an external id may consist of spaces. */
const isBlank = (name: string, value: unknown): boolean =>
  typeof value === 'string' && (name === 'external_id' ? value : value.trim()) === ''

/** `Infinity` and `1e400` become numbers, for which the validator does not check minimum and maximum. */
function endless(value: unknown): FieldIssue[] {
  return Object.entries(value ?? {}).flatMap(([field, entry]) =>
    typeof entry === 'number' && !Number.isFinite(entry)
      ? [{ field, code: 'INVALID_TYPE', message: 'Must be a finite number.' }]
      : [],
  )
}

/** The first error of each field: a value of the wrong type violates every other rule as well. */
function firstIssues(issues: readonly FieldIssue[]): FieldIssue[] {
  const byField = new Map<string, FieldIssue>()
  for (const issue of issues) {
    if (byField.size === FAULTS_MAX) break
    if (!byField.has(issue.field)) byField.set(issue.field, issue)
  }
  return [...byField.values()]
}

const CODES: Record<string, FieldCode> = {
  required: 'REQUIRED',
  additionalProperties: 'UNKNOWN_FIELD',
  type: 'INVALID_TYPE',
  maxLength: 'TOO_LONG',
  minLength: 'TOO_SHORT',
  maxItems: 'TOO_MANY',
  minItems: 'TOO_SHORT',
  minimum: 'TOO_SMALL',
  maximum: 'TOO_LARGE',
}

function issueOf(error: ErrorObject): FieldIssue {
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  const name: string | undefined = error.params['missingProperty'] ?? error.params['additionalProperty']
  const field = [path, name].filter(Boolean).join('.') || 'body'
  return {
    field: field.slice(0, NAME_MAX_CHARACTERS),
    code: CODES[error.keyword] ?? 'INVALID_VALUE',
    message: messageFor(error),
  }
}

function messageFor({ keyword, params, parentSchema, schema, message }: ErrorObject): string {
  const limit: number = params['limit']
  switch (keyword) {
    case 'required':
      return 'This field is required.'
    case 'additionalProperties':
      return 'There is no such field.'
    case 'type':
      return `Must be ${[params['type']].flat().join(' or ')}.`
    case 'enum':
      return `Must be one of: ${params['allowedValues'].map(String).join(', ')}.`
    case 'maxLength':
      return `Must have at most ${limit} characters.`
    case 'minLength':
      return limit === 1 ? 'Must not be empty.' : `Must have at least ${limit} characters.`
    case 'maxItems':
      return `Must have at most ${limit} entries.`
    case 'minItems':
      return `Must have at least ${limit} ${limit === 1 ? 'entry' : 'entries'}.`
    case 'minimum':
      return `Must be at least ${limit}.`
    case 'maximum':
      return `Must be at most ${limit}.`
    case 'format':
      return FORMATS[String(schema ?? params['format'])] ?? `Must be a valid ${params['format']}.`
    case 'pattern':
      return parentSchema?.['description'] ?? `Must match ${params['pattern']}.`
    default:
      return `${message ?? 'is invalid'}.`
  }
}

const FORMATS: Record<string, string> = {
  'date-time': `Must be ${TIME_EXAMPLES}.`,
  email: 'Must be an e-mail address.',
  uri: 'Must be a URL.',
}

/** Longer than any name in a schema; longer unknown names are cut off in the response. */
export const NAME_MAX_CHARACTERS = 100

/** Text that PostgreSQL cannot store: NUL characters and lone surrogates. */
export function unstorableText(value: unknown, field = ''): FieldIssue[] {
  if (typeof value === 'string') {
    if (value.isWellFormed() && !value.includes('\0')) return []
    return [{ field, code: 'INVALID_VALUE', message: 'Must not contain NUL characters or lone surrogates.' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => {
    const name = key.slice(0, NAME_MAX_CHARACTERS)
    return unstorableText(entry, field === '' ? name : `${field}.${name}`)
  })
}
