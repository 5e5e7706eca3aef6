import { hash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient, QueryResult } from 'pg'
import pg from 'pg'
import type { Logger } from '../../core/logger.ts'
import type { StatementLimits } from './statement-limits.ts'

/** The result of the statement is unknown: it may still be executed. */
class NoResponseError extends Error {
  override readonly name = 'NoAnswerError'
  readonly code = 'ETIMEDOUT'

  constructor(afterMs: number) {
    super(`no response within ${afterMs / 1000} s`)
  }
}

/** The pool that Kysely uses: every statement has a time limit and, with `names`, a name. */
export class StatementPool implements PostgresPool {
  readonly options = {}
  readonly #pool: Pool
  readonly #limits: StatementLimits
  readonly #names: StatementNames | undefined

  constructor(pool: Pool, limits: StatementLimits, names?: StatementNames) {
    this.#pool = pool
    this.#limits = limits
    this.#names = names
  }

  async connect(): Promise<PostgresPoolClient> {
    return new StatementClient(await this.#pool.connect(), this.#limits, this.#names)
  }

  async end(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }
}

class StatementClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #limits: StatementLimits
  readonly #names: StatementNames | undefined
  #failure: NoResponseError | undefined

  constructor(client: PoolClient, limits: StatementLimits, names: StatementNames | undefined) {
    this.#client = client
    this.#limits = limits
    this.#names = names
  }

  // biome-ignore lint/suspicious/noExplicitAny: Kysely's interface has a second form, for cursors, which are not used
  query(text: any, values?: readonly unknown[]): any {
    // The unanswered statement still blocks the connection. In a transaction, the rollback arrives here.
    return this.#failure === undefined ? this.#run(text, values) : Promise.reject(this.#failure)
  }

  /** Closes a connection with an unanswered statement, because the next user would wait behind it. */
  release(destroy = false): void {
    this.#client.release(destroy || this.#failure !== undefined)
  }

  async #run(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<unknown>> {
    const response = text === 'begin' ? this.#begin() : this.#execute(text, values as unknown[])
    const noResponse = Promise.withResolvers<never>()
    const timer = setTimeout(() => this.#onLimit(timer, noResponse.reject), this.#limits.responseMs)
    try {
      return (await Promise.race([response, noResponse.promise])) as PostgresQueryResult<unknown>
    } finally {
      clearTimeout(timer)
    }
  }

  #execute(text: string, values: unknown[]): Promise<QueryResult> {
    const name = values.length > 0 ? this.#names?.nameOf(text) : undefined
    return name === undefined ? this.#client.query(text, values) : this.#executeNamed(name, text, values)
  }

  async #executeNamed(name: string, text: string, values: unknown[]): Promise<QueryResult> {
    try {
      return await this.#client.query({ name, text, values })
    } catch (error) {
      // Adds the caller's stack, which is more useful than that of the socket handler.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (!isStalePlan(error)) throw error
      this.#names?.replace(error)
      // In a transaction this fails, because only a rollback is possible then; the caller may retry the transaction.
      return this.#client.query(text, values).catch(() => Promise.reject(error))
    }
  }

  async #onLimit(timer: NodeJS.Timeout, fail: (error: Error) => void): Promise<void> {
    const { responseMs, shouldContinue } = this.#limits
    if (await shouldContinue?.()) {
      timer.refresh()
      return
    }
    this.#failure = new NoResponseError(responseMs)
    fail(this.#failure)
  }

  /**
   * Sends PostgreSQL's own limits with the transaction, in the same message. As settings of the connection they would
   * be lost behind a pooler that may use another one for each transaction.
   */
  async #begin(): Promise<QueryResult> {
    const { statementMs, lockMs, quotas } = this.#limits
    const quotaText = quotas === undefined ? '' : `; set local galley.quotas = '${JSON.stringify(quotas)}'`
    const results: unknown = await this.#client.query(
      `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = 60000${quotaText}`,
    )
    return (results as QueryResult[])[0]!
  }
}

/** Beyond this number, statements get no name, so that the memory of a connection is limited. */
const MOST_NAMES = 200
/** Otherwise rare statements, and those that depend on a caller's input, would take the names of frequent ones. */
const USES_BEFORE_A_NAME = 20
const MOST_COUNTED = 2000
/** An unknown name is rare, unless a pooler changes the session: then it happens again and again. */
const MOST_UNKNOWN = 10
const UNKNOWN = '26000'
/** The name exists in this session already: a pooler lets several connections use it. */
const TAKEN = '42P05'

/**
 * A name for each frequent statement text. With a name, PostgreSQL parses a statement once for each connection and keeps its
 * plan; for most of ours planning takes twice as long as executing.
 */
export class StatementNames {
  readonly #log: Logger
  readonly #names = new Map<string, string>()
  readonly #uses = new Map<string, number>()
  #renewals = 0
  #unknown = 0
  #isStopped = false

  constructor(log: Logger) {
    this.#log = log
  }

  nameOf(text: string): string | undefined {
    if (this.#isStopped) return undefined
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MOST_NAMES || !this.#isFrequent(text)) return known
    // Behind a pooler, other processes may use the same session: one name must never stand for two texts.
    const name = `galley_${hash('sha1', text, 'base64url')}_${this.#renewals}`
    this.#names.set(text, name)
    return name
  }

  #isFrequent(text: string): boolean {
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (this.#uses.size >= MOST_COUNTED) this.#uses.clear()
    this.#uses.set(text, uses)
    return uses > USES_BEFORE_A_NAME
  }

  /** From now on every text has a new name, and so a new plan; or none has one, if a pooler makes them useless. */
  replace({ code }: pg.DatabaseError): void {
    if (code === TAKEN || (code === UNKNOWN && ++this.#unknown > MOST_UNKNOWN)) this.#stop()
    this.#names.clear()
    this.#renewals++
  }

  #stop(): void {
    if (this.#isStopped) return
    this.#isStopped = true
    this.#log.warn(
      'The database is reached through a pooler that does not keep track of prepared statements, so none are used from now on. Set DATABASE_PREPARED=false.',
    )
  }
}

/**
 * The named plan is unusable; under a new name or without one the statement works. Either a migration, for example by a
 * newer node, has changed its columns, or `pg` has closed it after a value that it could not serialise, or a pooler has
 * changed the session.
 */
export function isStalePlan(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false
  if (error.code === UNKNOWN || error.code === TAKEN) return true
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
