import { closest } from '@galley/contract/closest'
import { type Endpoint, ID_PARAMS, isStoppedWhenFull } from '@galley/contract/endpoint'
import { planAllows } from '@galley/contract/identity/plans'
import { parseTime } from '@galley/contract/times'
import { requireRecentProof } from '../../identity/accounts/reauthentication/require-recent-proof.ts'
import { CachedResponse, SharedPart } from '../../platform/cache/cached-response.ts'
import type { AppContext } from '../../platform/context.ts'
import { AppError, type FieldIssue, invalid } from '../../platform/core/errors.ts'
import { canonicalId } from '../../platform/core/ids.ts'
import { type Principal, requireScope } from '../../platform/core/principal.ts'
import { type Check, checkBody, checkQuery, FAULTS_MAX, NAME_MAX_CHARACTERS } from '../../platform/core/schema-check.ts'
import { type BindRoute, type Call, FileResult, Result, type Sent } from '../../platform/operation.ts'
import { createAccountTurns, takesTurns } from './account-turns.ts'

/** What an adapter passes to an operation, not validated. Queries may be strings, as in an address. */
export interface Input extends Sent {
  readonly params: Record<string, string>
  readonly query: Record<string, unknown>
  readonly body: unknown
}

/** The result of a call. Only what is made for pages is a shared part. */
export type Called = Result<unknown> | FileResult | CachedResponse | SharedPart<unknown>

interface Operation {
  readonly run: (call: Call) => unknown
  readonly rules: (call: Call) => Promise<readonly FieldIssue[]> | readonly FieldIssue[]
  readonly checkQuery: Check | undefined
  readonly checkBody: Check | undefined
  readonly unknownParameters: (sent: object) => FieldIssue[]
  readonly queryFormats: Formats
  readonly bodyFormats: Formats
  readonly isInTurn: boolean
}

/** Who may call one endpoint. Made by `authorise` only, so that no adapter can forget it. */
export class Caller {
  readonly endpoint: Endpoint
  readonly principal: Principal | null

  private constructor(endpoint: Endpoint, principal: Principal | null) {
    this.endpoint = endpoint
    this.principal = principal
  }

  /** The endpoint's requirements: a credential and its kind, the plan, the role, the scope of a token. */
  static async authorise(context: AppContext, endpoint: Endpoint, principal: Principal | null): Promise<Caller> {
    if (isStoppedWhenFull(endpoint)) await context.disk.require()
    if (endpoint.auth === 'none') return new Caller(endpoint, endpoint.method === 'GET' ? principal : null)
    if (principal === null) {
      throw new AppError('UNAUTHORIZED', 'This needs a session cookie or an Authorization: Bearer header.')
    }
    requirePermissions(endpoint, principal)
    if (endpoint.reauthentication) await requireRecentProof(context, principal)
    return new Caller(endpoint, principal)
  }
}

/** Without the check that a session belongs to its owner, which needs a query. */
function requirePermissions(endpoint: Endpoint, principal: Principal): void {
  const { plan, credential } = principal
  if (endpoint.auth === 'session' && credential.kind !== 'session') {
    throw new AppError(
      'SESSION_REQUIRED',
      'This works with the session of a logged-in browser only, not with an API token.',
    )
  }
  if (credential.kind === 'token' && !planAllows(plan, 'bearer')) {
    throw new AppError('PLAN_REQUIRED', 'API tokens need the Premium plan.')
  }
  // The same response for every resource, before anything is looked up.
  if (endpoint.role !== undefined && principal.role !== endpoint.role) {
    throw new AppError('FORBIDDEN', 'This needs the role admin.')
  }
  requireScope(principal, endpoint.scopes ?? [])
  if (endpoint.capability !== undefined && !planAllows(plan, endpoint.capability)) {
    throw new AppError('PLAN_REQUIRED', 'This needs the Premium plan.')
  }
}

/** What the endpoints of the contract do, without HTTP. */
export class Operations {
  readonly #context: AppContext
  readonly #inTurn: ReturnType<typeof createAccountTurns>
  readonly #operations = new Map<Endpoint, Operation>()

  constructor(context: AppContext) {
    this.#context = context
    this.#inTurn = createAccountTurns(context.settings.databasePoolMax)
  }

  get endpoints(): IterableIterator<Endpoint> {
    return this.#operations.keys()
  }

  readonly bind: BindRoute = (endpoint, run, rules = () => []) => {
    const { query, body } = endpoint as Endpoint
    this.#operations.set(endpoint, {
      run: run as Operation['run'],
      rules: rules as Operation['rules'],
      checkQuery: query && checkQuery(query),
      checkBody: body && checkBody(body),
      unknownParameters: checkNames(endpoint),
      queryFormats: formatsOf(query),
      bodyFormats: formatsOf(body),
      isInTurn: takesTurns(endpoint),
    })
  }

  /** Validates the input and runs the operation. */
  async call(caller: Caller, input: Input): Promise<Called> {
    const { endpoint, principal } = caller
    const operation = this.#operations.get(endpoint)
    if (operation === undefined) throw new Error(`no operation is defined for ${endpoint.path}`)
    // A missing body is validated as an empty object, so that each missing field is named.
    const body = endpoint.body && (input.body === undefined ? {} : input.body)
    canonicalise(input.params, ID_FORMATS)
    canonicalise(input.query, operation.queryFormats)
    canonicalise(body, operation.bodyFormats)
    const issues = [
      ...operation.unknownParameters(input.query),
      ...(operation.checkQuery?.(input.query) ?? []),
      ...(operation.checkBody?.(body) ?? []),
    ]
    // The type of a call is that of its endpoint, which the map cannot say.
    const call: unknown = { ...input, body, principal }
    const run = async () =>
      issues.length === 0 ? operation.run(call as Call) : rejectAll(issues, call as Call, operation)
    const returned = await (principal !== null && operation.isInTurn ? this.#inTurn(principal.userId, run) : run())
    if (returned instanceof CachedResponse || returned instanceof SharedPart || returned instanceof FileResult)
      return returned
    const { media } = this.#context
    return returned instanceof Result
      ? new Result(media.inResponse(returned.body), returned.details)
      : new Result(media.inResponse(returned), {})
  }
}

/**
 * Schema and rule errors in one response. Each field is named once: rules are not applied to fields with schema errors,
 * and errors that may only follow from those are left out.
 */
async function rejectAll(issues: readonly FieldIssue[], call: Call, { rules }: Operation): Promise<never> {
  const { query, body } = call as { query: unknown; body: unknown }
  const isReadable = body === undefined || (typeof body === 'object' && body !== null && !Array.isArray(body))
  // If the list of errors may be cut off, rules must not be applied.
  if (!isReadable || issues.length >= FAULTS_MAX) throw invalid(...issues)
  const topOf = (issue: FieldIssue) => issue.field.split('.')[0]
  const wrong = new Set(issues.map(topOf))
  const valid = (values: object) => Object.fromEntries(Object.entries(values).filter(([name]) => !wrong.has(name)))
  const rest = { query: valid(query ?? {}), body: body && valid(body) }
  const callWithoutInvalid: unknown = { ...call, ...rest }
  const found = await rules(callWithoutInvalid as Call)
  const isCertain = (issue: FieldIssue) => ![topOf(issue), ...(issue.dependsOn ?? [])].some(name => wrong.has(name))
  throw invalid(...issues, ...found.filter(isCertain))
}

/** On a write, an ignored `dry_run=1` would change what it should not. */
function checkNames({ method, path, query, rejectedQuery = [] }: Endpoint): (sent: object) => FieldIssue[] {
  const known = Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
  // The standard of OAuth: unknown parameters are ignored.
  const isStrict = method !== 'GET' && !path.startsWith('/api/v1/oauth/')
  const message = `This endpoint does not have this parameter. It has ${known.join(', ') || 'none'}.`
  return sent =>
    Object.keys(sent)
      .filter(name => !known.includes(name) && (isStrict || rejectedQuery.includes(name)))
      .slice(0, FAULTS_MAX)
      .map(name => {
        const suggestion = closest(name.slice(0, NAME_MAX_CHARACTERS), known)
        const field = name.slice(0, NAME_MAX_CHARACTERS).toWellFormed()
        return { field, code: 'UNKNOWN_PARAMETER', message, ...(suggestion !== undefined && { suggestion }) }
      })
}

type Formats = Readonly<Record<string, string | undefined>>

const ID_FORMATS: Formats = Object.fromEntries(ID_PARAMS.map(name => [name, 'uuid']))

/** The formats of the fields of a query or body. */
function formatsOf(schema: Endpoint['query']): Formats {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, { format?: string }> }
  return Object.fromEntries(Object.entries(properties).map(([name, { format }]) => [name, format]))
}

/** Converts ids to lower case, and times to RFC 3339 in UTC, in place. */
function canonicalise(values: unknown, formats: Formats): void {
  if (typeof values !== 'object' || values === null) return
  const fields = values as Record<string, unknown>
  for (const [name, format] of Object.entries(formats)) {
    const value = fields[name]
    if (typeof value !== 'string') continue
    if (format === 'uuid') fields[name] = canonicalId(value)
    else if (format === 'date-time') fields[name] = parseTime(value)?.toISOString() ?? value
  }
}
