import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { errorMessage } from '../core/errors.ts'
import { withTimeout } from '../core/limits/with-timeout.ts'
import type { Logger } from '../core/logger.ts'
import type { Db } from './connection/database.ts'
import type { Connection } from './connection/pool.ts'

/** Messages between nodes after the commit of a change, so that no node uses outdated cache entries. */
export type BusMessage =
  /** The rights or credentials of an account; or only its name and picture, which its owner sees on every page. */
  | { about: 'account'; userId: string; changed?: 'profile' }
  /** Public content; see `platform/cache/subjects.ts`. */
  | { about: 'public'; subjects: readonly string[] }
  | { about: 'deliveries'; webhookIds: string[] }
  | { about: 'events'; userId: string }
  | { about: 'mail' }
  | { about: 'everything' }

export const CHANNEL = 'galley'
/** Messages within this time are sent together. */
const COLLECT_MS = 10
const HEARTBEAT_MS = 250
/** A message that is not known after this time is missed. A connection that hangs is noticed within it. */
const TRUSTED_MS = 1000
const RESPONSE_TIMEOUT_MS = 2000
const RECONNECT_MS = 500
const END_WITHIN_MS = 500
/** More messages that cannot be sent are replaced by one about everything. */
const UNSENT_MAX = 1000

/** PostgreSQL rejects a message of 8,000 bytes. A subject has at most 60. */
const SUBJECTS_AT_ONCE = 100

/** Through `trx` if the messages must be sent exactly if a transaction commits. */
export async function sendMessages(db: Db, messages: readonly BusMessage[]): Promise<void> {
  const payloads = messages.flatMap(inParts).map(message => JSON.stringify(message))
  await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(db)
}

function inParts(message: BusMessage): BusMessage[] {
  if (message.about !== 'public') return [message]
  const parts: BusMessage[] = []
  for (let start = 0; start < message.subjects.length; start += SUBJECTS_AT_ONCE) {
    parts.push({ ...message, subjects: message.subjects.slice(start, start + SUBJECTS_AT_ONCE) })
  }
  return parts
}

/**
 * Receives the messages of every node through LISTEN. While `listening` is false, messages may be lost and caches must
 * not be used. After a gap, subscribers get the message `everything`.
 */
export class Bus {
  readonly #connection: Connection
  readonly #db: Db
  readonly #log: Logger
  readonly #subscribers: ((message: BusMessage) => void)[] = []
  #client: pg.Client | undefined
  #socket = new Socket()
  #timer: NodeJS.Timeout | undefined
  #listening = false
  /** When the last query was sent that was answered. All messages from before have arrived: the order is kept. */
  #upToDateMs = 0
  #wasLost = false
  #closed = false
  #unsent: BusMessage[] = []
  #sending: Promise<void> | undefined
  #isSendingFailing = false
  #share: ((messages: readonly BusMessage[]) => Promise<unknown>) | undefined

  /** Receives on a connection of its own, and sends through `db`. */
  constructor(connection: Connection, db: Db, log: Logger) {
    this.#connection = connection
    this.#db = db
    this.#log = log
  }

  get listening(): boolean {
    return this.#listening && performance.now() - this.#upToDateMs < TRUSTED_MS
  }

  subscribe(subscriber: (message: BusMessage) => void): void {
    this.#subscribers.push(subscriber)
  }

  /** Delivers to this process only. */
  deliver(message: BusMessage): void {
    for (const subscriber of this.#subscribers) subscriber(message)
  }

  /** Sets how messages reach the other processes of this server without the database. */
  shareWith(share: (messages: readonly BusMessage[]) => Promise<unknown>): void {
    this.#share = share
  }

  /** Resolves when every process of this server has the messages, so that the next request sees the change. */
  async deliverOnThisServer(messages: readonly BusMessage[]): Promise<void> {
    for (const message of messages) this.deliver(message)
    if (messages.length > 0) await this.#share?.(messages)
  }

  /**
   * Sends messages to all other nodes, soon and together with others: PostgreSQL commits transactions with a NOTIFY one
   * after the other, so one in each transaction would limit how many can commit.
   */
  sendSoon(messages: readonly BusMessage[]): void {
    this.#unsent.push(...messages)
    if (this.#unsent.length > 0) this.#sending ??= this.#sendUnsent()
  }

  async #sendUnsent(): Promise<void> {
    await delay(COLLECT_MS)
    const messages = this.#unsent
    this.#unsent = []
    try {
      await sendMessages(this.#db, messages)
      this.#isSendingFailing = false
    } catch (error) {
      if (!this.#isSendingFailing) {
        const reason = errorMessage(error)
        this.#log.warn(`other nodes could not be notified, so they see changes later: ${reason}`)
      }
      this.#isSendingFailing = true
      if (!this.#closed) {
        this.#unsent.unshift(...messages)
        if (this.#unsent.length > UNSENT_MAX) this.#unsent = [{ about: 'everything' }]
        await delay(RECONNECT_MS)
      }
    }
    this.#sending = undefined
    this.sendSoon([])
  }

  async start(): Promise<void> {
    const socket = new Socket()
    const client = new pg.Client({
      ...this.#connection,
      stream: () => socket,
      application_name: 'galley bus',
      connectionTimeoutMillis: 5000,
      // A connection can die without an error (unplugged cable, paused host), so it is checked with a query.
      query_timeout: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
    })
    this.#client = client
    this.#socket = socket
    client.on('error', error => this.#onConnectionLost(client, error))
    client.on('end', () => this.#onConnectionLost(client, new Error('the connection ended')))
    client.on('notification', message => this.#receive(message.payload))
    try {
      await client.connect()
      this.#upToDateMs = performance.now()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      this.#onConnectionLost(client, error)
      return
    }
    if (this.#client !== client) return
    this.deliver({ about: 'everything' })
    this.#listening = true
    if (this.#wasLost) this.#log.info('the connection for messages between nodes is back')
    this.#wasLost = false
    this.#scheduleHeartbeat(client)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listening = false
    clearTimeout(this.#timer)
    while (this.#sending !== undefined) await this.#sending
    const client = this.#client
    this.#client = undefined
    // A database that does not respond does not confirm the end either, and an open socket keeps the process alive.
    if (client !== undefined) await withTimeout(END_WITHIN_MS, client.end())
    this.#socket.destroy()
  }

  #scheduleHeartbeat(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      const sentMs = performance.now()
      client.query('select 1').then(
        () => {
          if (this.#client !== client) return
          this.#upToDateMs = sentMs
          this.#scheduleHeartbeat(client)
        },
        error => this.#onConnectionLost(client, error),
      )
    }, HEARTBEAT_MS)
  }

  #onConnectionLost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    if (this.#listening) {
      this.#wasLost = true
      const reason = errorMessage(error)
      this.#log.warn(
        `the connection for messages between nodes is down, so nothing is cached until it is back: ${reason}`,
      )
    }
    this.#listening = false
    clearTimeout(this.#timer)
    client.end().catch(() => {})
    if (!this.#closed) this.#timer = setTimeout(() => void this.start(), RECONNECT_MS)
  }

  #receive(payload: string | undefined): void {
    try {
      this.deliver(JSON.parse(payload ?? ''))
    } catch (error) {
      this.#log.error({ err: error }, 'a message of another node could not be parsed, so all caches are cleared')
      this.deliver({ about: 'everything' })
    }
  }
}
