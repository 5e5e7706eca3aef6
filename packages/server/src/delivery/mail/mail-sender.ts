import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../../platform/context.ts'
import { ErrorLog } from '../../platform/core/error-log.ts'
import { errorMessage } from '../../platform/core/errors.ts'
import { FINISH_WITHIN_MS } from '../../platform/core/settings/stop-times.ts'
import {
  type ClaimedMail,
  claimMails,
  dropMail,
  type EndedMail,
  failExpiredMails,
  isMailDue,
  markHandedOver,
  markUndeliverable,
  recordMail,
  recoverMails,
  releaseMails,
  renewLeases,
} from './mail-store.ts'
import type { MailContent } from './render-mail.ts'
import { delayAfter, type SendResult } from './send-rules.ts'
import { SmtpSession } from './smtp-session.ts'

/** Makes the content of a mail from its source, when it is sent; undefined if it would be empty now. */
export type ComposeMail = (
  context: AppContext,
  recipient: Pick<ClaimedMail, 'userId' | 'address'>,
  source: Readonly<Record<string, unknown>>,
) => Promise<MailContent | undefined>

const TICK_MS = 2000
/** Renewed with each tick; the mails of a process that dies are continued after this time. */
const LEASE_MS = 15_000
const CONNECTIONS = 3
/** Mails that a connection claims at once. Few, because they wait for each other, urgent ones too. */
const BATCH = 5
const SHORTEST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 120_000
const RECORD_ATTEMPTS = 5

/**
 * Sends the mails of the outbox. Each mail is claimed, its envelope is sent, it is marked as handed over, and only then
 * its message is sent. So after a crash it is known of each mail whether it may have been accepted: those are `uncertain` and not sent
 * again, the others are.
 */
export class MailSender {
  readonly #context: AppContext
  readonly #compose: ComposeMail
  readonly #issues: ErrorLog
  /** The tokens of the mails that are being sent or are next. */
  readonly #claims = new Set<string>()
  readonly #connections = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #ticking: Promise<void> | undefined
  #pauseMs = SHORTEST_PAUSE_MS
  #pausedUntilMs = 0

  constructor(context: AppContext, compose: ComposeMail) {
    this.#context = context
    this.#compose = compose
    this.#issues = new ErrorLog(context.log)
  }

  start(): void {
    if (this.#context.settings.mail.smtp === undefined) return
    this.#context.bus.subscribe(message => {
      if (message.about === 'mail') this.#wake()
    })
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#tick()
  }

  /** Claims nothing more, and waits a while for what is being sent. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    await this.#ticking
    const finished = Promise.allSettled([...this.#connections])
    await Promise.race([finished, delay(FINISH_WITHIN_MS, undefined, { ref: false })])
  }

  #tick(): void {
    this.#ticking ??= this.#issues.watch('reading the outbox of mails', this.#maintain()).finally(() => {
      this.#ticking = undefined
    })
  }

  async #maintain(): Promise<void> {
    const { db } = this.#context
    if (this.#claims.size > 0) await renewLeases(db, [...this.#claims], LEASE_MS)
    await recoverMails(db)
    await failExpiredMails(db)
    if (await isMailDue(db)) this.#wake()
  }

  /** Opens a connection, unless there are enough. Each connection sends until nothing is due. */
  #wake(): void {
    const isPaused = performance.now() < this.#pausedUntilMs
    if (this.#stopping.signal.aborted || isPaused || this.#connections.size >= CONNECTIONS) return
    const connection = this.#sendAll().finally(() => this.#connections.delete(connection))
    this.#connections.add(connection)
  }

  async #sendAll(): Promise<void> {
    let session: SmtpSession | undefined
    try {
      while (!this.#stopping.signal.aborted) {
        // Connected before a mail is claimed: while the server cannot be reached, no mail is touched.
        if (session === undefined) {
          if (!(await isMailDue(this.#context.db))) return
          session = await SmtpSession.open(this.#context.settings.mail)
          this.#pauseMs = SHORTEST_PAUSE_MS
        }
        const mails = await claimMails(this.#context.db, LEASE_MS, BATCH)
        if (mails.length === 0) return
        // More connections, one after the other, as long as there is work.
        this.#wake()
        await this.#sendBatch(session, mails)
        if (session.isOpen) continue
        session.close()
        session = undefined
      }
    } catch (error) {
      this.#pause()
      this.#context.log.warn(`mails could not be sent, and will be tried again: ${errorMessage(error)}`)
    } finally {
      session?.close()
    }
  }

  /** What was not started, because the connection is lost or the server stops, is given back. */
  async #sendBatch(session: SmtpSession, mails: readonly ClaimedMail[]): Promise<void> {
    const left = new Set(mails.map(({ token }) => token))
    for (const token of left) this.#claims.add(token)
    try {
      for (const mail of mails) {
        if (!session.isOpen || this.#stopping.signal.aborted) return
        left.delete(mail.token)
        await this.#sendOne(session, mail)
      }
    } finally {
      for (const { token } of mails) this.#claims.delete(token)
      if (left.size > 0) await releaseMails(this.#context.db, [...left])
    }
  }

  /** While the server cannot be reached, it is tried less and less often. */
  #pause(): void {
    // All connections fail at the same time; this is one failure.
    if (performance.now() < this.#pausedUntilMs) return
    this.#pausedUntilMs = performance.now() + this.#pauseMs
    // The next tick may be later.
    setTimeout(() => this.#tick(), this.#pauseMs + 1).unref()
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS)
  }

  async #sendOne(session: SmtpSession, mail: ClaimedMail): Promise<void> {
    const { db, log } = this.#context
    let content: MailContent | undefined
    try {
      content = await this.#contentOf(mail)
    } catch (error) {
      // An attempt like any other: otherwise the mail would be first in line again and again, and hold up the rest.
      log.error({ err: error, mail: mail.id }, 'the text of a mail could not be made')
      return this.#record(mail, { state: 'queued', error: 'its text could not be made' })
    }
    if (content === undefined) return dropMail(db, mail.id, mail.token)
    const handOver = () => markHandedOver(db, mail.id, mail.token, LEASE_MS)
    const result = await session.send({ id: mail.id, to: mail.address, content }, handOver)
    // Without a result the lease has ended, and another process may send the mail.
    if (result !== undefined) await this.#record(mail, result)
    if (result?.uncounted) throw new Error(result.error ?? 'the mail server refused to log in')
  }

  async #contentOf(mail: ClaimedMail): Promise<MailContent | undefined> {
    const stored: MailContent | { source: Record<string, unknown> } = JSON.parse(
      this.#context.secretBox.open(mail.content),
    )
    return 'source' in stored ? this.#compose(this.#context, mail, stored.source) : stored
  }

  async #record(mail: ClaimedMail, result: SendResult): Promise<void> {
    const { settings, log } = this.#context
    const attempts = mail.attempts + (result.uncounted ? 0 : 1)
    const delayMs = result.uncounted ? 0 : delayAfter(attempts, settings.mail.retryDelaysMs)
    const state = result.state === 'queued' && delayMs === undefined ? 'failed' : result.state
    const ended = { id: mail.id, token: mail.token, attempts, error: result.error, state, delayMs: delayMs ?? 0 }
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#write(mail, ended, result)
        break
      } catch (error) {
        // A mail that was sent and not recorded becomes uncertain.
        if (attempt === RECORD_ATTEMPTS) throw error
        await delay(attempt * 500, undefined, { ref: false })
      }
    }
    if (state === 'failed' || state === 'uncertain') log.warn({ mail: mail.id, state }, 'a mail was not delivered')
  }

  async #write(mail: ClaimedMail, ended: EndedMail, { undeliverable, error }: SendResult): Promise<void> {
    const { db } = this.#context
    // The usual case is one statement.
    if (undeliverable === undefined) return recordMail(db, ended)
    await db.transaction().execute(async trx => {
      await recordMail(trx, ended)
      await markUndeliverable(trx, mail.address, error ?? 'refused', undeliverable)
    })
  }
}
