import { sql } from 'kysely'
import { AppError, errorMessage } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import type { Db } from '../connection/database.ts'
import { Freshness } from './freshness.ts'

export interface Replica {
  readonly db: Db
  /** Whether it has everything up to this position in the primary's log. */
  hasReplayed(position: string): Promise<boolean>
  close(): Promise<void>
}

export interface ReplicaOptions {
  readonly replica: Replica
  readonly maxLagMs: number
  /** Whether messages about changes arrive; without them, changes of other nodes would be missed. */
  readonly listening: () => boolean
  readonly log: Logger
}

interface PublicRead {
  /** Further subjects of the result, which are only known once it has been read. */
  readonly about?: readonly string[]
}

const CHECK_EVERY_MS = 500

/** Runs the reads of anonymous content: on the replica while it is fresh enough, otherwise on the primary. */
export class PublicReads {
  readonly #primary: Db
  readonly #options: ReplicaOptions | undefined
  readonly #freshness: Freshness
  #timer: NodeJS.Timeout | undefined
  #checking: Promise<void> | undefined
  /**
   * A position of the primary's log that the replica has not reached yet. It is kept until then: compared with the newest
   * position, a replica is always behind while somebody writes.
   */
  #awaited: { readonly position: string; readonly asOfMs: number } | undefined
  #isUsed = false

  constructor(primary: Db, options?: ReplicaOptions) {
    this.#primary = primary
    this.#options = options
    this.#freshness = new Freshness(options?.maxLagMs ?? 0)
  }

  start(): void {
    if (this.#options === undefined) return
    const { replica } = this.#options
    const check = () => {
      this.#checking ??= this.#check(replica).finally(() => {
        this.#checking = undefined
      })
    }
    check()
    this.#timer = setInterval(check, CHECK_EVERY_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#checking
    await this.#options?.replica.close()
  }

  /** The subject, or without one anything, has changed: the replica must have the change before it is used for it. */
  changed(subject?: string): void {
    if (this.#options !== undefined) this.#freshness.changed(subject, performance.now())
  }

  async run<T extends object>(about: readonly string[], read: (db: Db) => Promise<T>): Promise<T> {
    return (await this.#readFromReplica(about, read)) ?? read(this.#primary)
  }

  /** Undefined if the replica cannot be used. */
  async #readFromReplica<T extends object>(
    about: readonly string[],
    read: (db: Db) => Promise<T>,
  ): Promise<T | undefined> {
    if (this.#options === undefined) return undefined
    const { replica, listening } = this.#options
    const isFreshFor = (subjects: readonly string[]) =>
      listening() && this.#freshness.isFreshFor(subjects, performance.now())
    if (!isFreshFor(about)) return undefined
    try {
      const result = await read(replica.db)
      const { about: more = [] }: PublicRead = result
      return isFreshFor([...about, ...more]) ? result : undefined
    } catch (error) {
      // What is missing on the replica may have been published a moment ago.
      if (!(error instanceof AppError)) this.#onError(error)
      return undefined
    }
  }

  async #check(replica: Replica): Promise<void> {
    try {
      this.#awaited ??= await this.#readPosition()
      if (!(await replica.hasReplayed(this.#awaited.position))) return
      this.#freshness.confirm(this.#awaited.asOfMs)
      this.#awaited = await this.#readPosition()
      if (!this.#isUsed) this.#options?.log.info('public reads use the replica')
      this.#isUsed = true
    } catch (error) {
      this.#onError(error)
    }
  }

  async #readPosition() {
    const asOfMs = performance.now()
    const { rows } = await sql<{ position: string }>`
      select pg_current_wal_insert_lsn()::text as position`.execute(this.#primary)
    return { asOfMs, position: rows[0]?.position ?? '' }
  }

  #onError(error: unknown): void {
    this.#freshness.distrust()
    this.#awaited = undefined
    if (this.#isUsed)
      this.#options?.log.warn(`the replica cannot be used, so public reads use the primary: ${errorMessage(error)}`)
    this.#isUsed = false
  }
}

export async function hasReplayed(replica: Db, position: string): Promise<boolean> {
  // A server that is no longer a replica has data of its own.
  const { rows } = await sql<{ has: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${position}::pg_lsn as has`.execute(replica)
  return rows[0]?.has === true
}
