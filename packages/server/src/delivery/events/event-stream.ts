import { Readable } from 'node:stream'
import { type EventCursor, formatCursor, isAfter } from './event-cursor.ts'
import type { EventPage } from './event-store.ts'

const LEAST_RECHECK_MS = 20
const MOST_RECHECK_MS = 1000
/** A client that lost the connection tries again after this time. */
const RETRY_MS = 2000

interface Options {
  readonly after: EventCursor
  readonly read: (after: EventCursor) => Promise<EventPage>
  /** The first transaction whose events are guaranteed to be notified. */
  readonly notifiedFrom: string
  readonly onError: (error: unknown) => void
}

/**
 * Server-Sent Events of one author. Events are read when the client has taken the ones before, so a client that does not
 * read costs no memory. A stream that cannot read ends: the client comes back with its last cursor.
 */
export class EventStream extends Readable {
  readonly #options: Options
  #cursor: EventCursor
  #isWanted = false
  #isReading = false
  #mayHaveMore = true
  #recheckMs = LEAST_RECHECK_MS
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    super({ highWaterMark: 64 * 1024 })
    this.#options = options
    this.#cursor = options.after
    this.push(`retry: ${RETRY_MS}\n\n`)
  }

  override _read(): void {
    this.#isWanted = true
    void this.#fill()
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearTimeout(this.#timer)
    callback(error)
  }

  /** Reads again, because there may be new events. */
  wake(): void {
    this.#mayHaveMore = true
    void this.#fill()
  }

  wakeIfBefore(newest: EventCursor | undefined): void {
    if (newest !== undefined && isAfter(newest, this.#cursor)) this.wake()
  }

  /** Shows that the connection is alive, unless the client still has something to read. */
  comment(text: string): void {
    if (this.#isWanted && !this.#isReading) this.#send(`: ${text}\n\n`)
  }

  finish(): void {
    if (!this.readableEnded && !this.destroyed) this.push(null)
    this.#isWanted = false
    clearTimeout(this.#timer)
  }

  async #fill(): Promise<void> {
    if (!this.#isWanted || !this.#mayHaveMore || this.#isReading) return
    this.#isReading = true
    this.#mayHaveMore = false
    try {
      const page = await this.#options.read(this.#cursor)
      // The stream may have ended during the read.
      if (this.#isWanted) this.#take(page)
    } catch (error) {
      this.#options.onError(error)
      this.finish()
    } finally {
      this.#isReading = false
    }
    await this.#fill()
  }

  #take({ events, next, endedBelow, isPending }: EventPage): void {
    // Positions from `endedBelow` on are not final yet, so a page that is not full ends there.
    if (isAfter(next, this.#cursor)) this.#cursor = next
    if (events.length > 0) this.#send(events.map(eventText).join(''))
    if (next.position !== endedBelow) this.#mayHaveMore = true
    else if (isPending || BigInt(endedBelow) < BigInt(this.#options.notifiedFrom)) this.#recheckSoon()
    else this.#recheckMs = LEAST_RECHECK_MS
  }

  /** Events have to wait for an open transaction. There is no notification of its end, so this polls. */
  #recheckSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), this.#recheckMs).unref()
    this.#recheckMs = Math.min(2 * this.#recheckMs, MOST_RECHECK_MS)
  }

  #send(text: string): void {
    this.#isWanted = this.push(text)
  }
}

/** A body is JSON in one line, so one `data` line has exactly its bytes. */
const eventText = ({ cursor, body }: EventPage['events'][number]): string =>
  `id: ${formatCursor(cursor)}\ndata: ${body}\n\n`
