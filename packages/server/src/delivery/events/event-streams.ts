import { planAllows } from '@galley/contract/identity/plans'
import {
  EVENT_STREAM_COMMENT_MS,
  EVENT_STREAMS_MAX_PER_ADDRESS,
  EVENT_STREAMS_MAX_PER_USER,
} from '@galley/contract/limits'
import type { AppContext } from '../../platform/context.ts'
import { AppError } from '../../platform/core/errors.ts'
import type { Principal } from '../../platform/core/principal.ts'
import type { EventCursor } from './event-cursor.ts'
import { findUsable, newestEvents, purgeListeners, readEvents, registerListeners } from './event-store.ts'
import { EventStream } from './event-stream.ts'

const BATCH = 100
/** Longer than some rounds, because a round may fail. */
const REGISTERED_ROUNDS = 8

interface OpenStream {
  readonly stream: EventStream
  readonly principal: Principal
  readonly address: string
}

export interface StreamRequest {
  readonly principal: Principal
  /** The key of the client's address. */
  readonly address: string
  readonly after: EventCursor
  readonly since: Date | undefined
}

type Context = Pick<AppContext, 'db' | 'bus' | 'log' | 'shutdown'>

/**
 * All open streams of this process. A notification makes the streams of its author read. At regular intervals, a few
 * queries for all streams together do what notifications cannot guarantee: find missed events and ended credentials.
 */
export class EventStreams {
  readonly #context: Context
  readonly #roundMs: number
  /** In the order of their start. */
  readonly #open = new Set<OpenStream>()
  #timer: NodeJS.Timeout | undefined

  constructor(context: Context, { roundMs = EVENT_STREAM_COMMENT_MS } = {}) {
    this.#context = context
    this.#roundMs = roundMs
    const { bus, shutdown } = context
    shutdown.signal.addEventListener('abort', () => this.#endAll())
    bus.subscribe(message => {
      if (message.about === 'events') for (const { stream } of this.#of(message.userId)) stream.wake()
      else if (message.about === 'account') {
        if (message.changed !== 'profile') this.#check(this.#of(message.userId))
      } else if (message.about === 'everything') {
        for (const { stream } of this.#open) stream.wake()
        this.#check([...this.#open])
      }
    })
  }

  get count(): number {
    return this.#open.size
  }

  async open({ principal, address, after, since }: StreamRequest): Promise<EventStream> {
    const { db, log, shutdown } = this.#context
    const { userId } = principal
    // Registered first: what commits after this is notified, and what commits before is read.
    const notifiedFrom = await registerListeners(db, [userId], REGISTERED_ROUNDS * this.#roundMs)
    if (shutdown.signal.aborted) {
      throw new AppError('UNAVAILABLE', 'The server is stopping. Try again.', { retryAfterSeconds: 5 })
    }
    this.#makeRoom(userId, address)
    const stream = new EventStream({
      after,
      notifiedFrom,
      read: cursor => readEvents(db, userId, { after: cursor, since, limit: BATCH }),
      onError: error => log.warn({ err: error }, 'a stream of events ended, because events could not be read'),
    })
    const one = { stream, principal, address }
    this.#open.add(one)
    // The credential may have ended since the request was authorised. The message about that came too early for this stream.
    this.#check([one])
    stream.once('close', () => this.#forget(one))
    this.#timer ??= setInterval(() => void this.#round(), this.#roundMs).unref()
    return stream
  }

  /**
   * The connection of a computer that went to sleep may seem open for minutes, so that a rejection would lock out its
   * owner: the oldest stream of the account ends instead.
   */
  #makeRoom(userId: string, address: string): void {
    const atAddress = [...this.#open].filter(one => one.address === address).length
    if (atAddress >= EVENT_STREAMS_MAX_PER_ADDRESS) {
      const message = `At most ${EVENT_STREAMS_MAX_PER_ADDRESS} streams of events may be open from one address.`
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: 60 })
    }
    const [oldest, ...others] = this.#of(userId)
    if (oldest !== undefined && others.length + 1 >= EVENT_STREAMS_MAX_PER_USER) this.#close(oldest)
  }

  #of(userId: string): OpenStream[] {
    return [...this.#open].filter(({ principal }) => principal.userId === userId)
  }

  async #round(): Promise<void> {
    const { db, log } = this.#context
    const all = [...this.#open]
    for (const { stream } of all) stream.comment('the stream is open')
    const userIds = [...new Set(all.map(({ principal }) => principal.userId))]
    try {
      await registerListeners(db, userIds, REGISTERED_ROUNDS * this.#roundMs)
      const newest = await newestEvents(db, userIds)
      for (const { stream, principal } of all) stream.wakeIfBefore(newest.get(principal.userId))
      await this.#endInvalid(all)
      await purgeListeners(db)
    } catch (error) {
      log.warn({ err: error }, 'open streams of events could not be checked')
    }
  }

  #check(streams: readonly OpenStream[]): void {
    if (streams.length === 0) return
    // If it cannot be checked, the streams are not continued.
    this.#endInvalid(streams).catch(error => {
      this.#context.log.warn({ err: error }, 'streams of events are ended, because they could not be checked')
      for (const one of streams) this.#close(one)
    })
  }

  /** Ends the streams whose session or token has ended, and those of accounts that are suspended or lost the plan. */
  async #endInvalid(streams: readonly OpenStream[]): Promise<void> {
    const plans = await findUsable(
      this.#context.db,
      streams.map(({ principal }) => principal.credential.id),
    )
    for (const one of streams) {
      const plan = plans.get(one.principal.credential.id)
      if (plan === undefined || !planAllows(plan, 'webhooks')) this.#close(one)
    }
  }

  #close(one: OpenStream): void {
    this.#forget(one)
    one.stream.finish()
  }

  #forget(one: OpenStream): void {
    this.#open.delete(one)
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #endAll(): void {
    for (const one of [...this.#open]) this.#close(one)
  }
}
