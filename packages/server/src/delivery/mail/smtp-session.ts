import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailSettings } from '../../platform/core/settings/mail-settings.ts'
import type { MailContent } from './render-mail.ts'
import { resultOf, SENT, type SendError, type SendResult } from './send-rules.ts'

const CONNECT_TIMEOUT_MS = 30_000
/** RFC 5321 allows a server ten minutes for its response to a message; after that the mail is uncertain. */
const ANSWER_TIMEOUT_MS = 600_000

export interface Message {
  readonly id: string
  readonly to: string
  readonly content: MailContent
}

/** A connection to the mail server, for one mail at a time. */
export class SmtpSession {
  readonly #connection: SMTPConnection
  readonly #settings: MailSettings
  #broken = false

  private constructor(connection: SMTPConnection, settings: MailSettings) {
    this.#connection = connection
    this.#settings = settings
    // Errors between two mails; those during a mail are reported to its callback as well.
    connection.on('error', () => {
      this.#broken = true
    })
    connection.on('end', () => {
      this.#broken = true
    })
  }

  /** Connects and logs in. Rejects with what the server or the network said. */
  static async open(settings: MailSettings): Promise<SmtpSession> {
    const { smtp } = settings
    if (smtp === undefined) throw new Error('SMTP_URL is not set')
    // Loaded with the first mail: most of the memory of a server that sends none.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    const connection = new Connection({
      host: smtp.host,
      port: smtp.port,
      secure: smtp.secure,
      requireTLS: smtp.credentials !== undefined && !isLoopback(smtp.host),
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: ANSWER_TIMEOUT_MS,
      logger: false,
    })
    const { credentials } = smtp
    try {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject)
        connection.connect(error => (error ? reject(error) : resolve()))
      })
      if (credentials !== undefined) {
        await new Promise<void>((resolve, reject) => {
          connection.once('error', reject)
          connection.login({ credentials }, error => (error ? reject(error) : resolve()))
        })
      }
    } catch (error) {
      connection.close()
      throw error
    }
    return new SmtpSession(connection, settings)
  }

  get isOpen(): boolean {
    return !this.#broken
  }

  /**
   * Sends one mail. `handOver` is called when the server is ready for the message, before its first byte: if it resolves to
   * false, nothing is sent and the connection is closed.
   */
  async send(message: Message, handOver: () => Promise<boolean>): Promise<SendResult | undefined> {
    const { from } = this.#settings
    const bytes = await composeMessage(message, this.#settings)
    let handedOver = false
    const rejected = Promise.withResolvers<undefined>()
    const close = () => {
      this.#broken = true
      stream.destroy()
      this.#connection.close()
      rejected.resolve(undefined)
    }
    const stream = new Readable({
      read() {
        if (handedOver) return
        handOver().then(
          allowed => {
            if (!allowed) return close()
            handedOver = true
            this.push(bytes)
            this.push(null)
          },
          // It may have been written: whether the mail was handed over is decided by the database.
          close,
        )
      },
      highWaterMark: 0,
    })
    const sent = new Promise<SendResult>(resolve => {
      this.#connection.send({ from: from.address, to: [message.to] }, stream, error => {
        if (error === null) return resolve(SENT)
        const result = resultOf(error as SendError, handedOver)
        if (result.disconnected) this.#broken = true
        resolve(result)
      })
    })
    const result = await Promise.race([sent, rejected.promise])
    // After a rejection, some servers keep the state of the envelope.
    if (result !== undefined && result.state !== 'sent' && this.isOpen) await this.#reset()
    return result
  }

  /** Sends QUIT if the connection still works, and closes it. */
  close(): void {
    if (this.#broken) this.#connection.close()
    else this.#connection.quit()
    this.#broken = true
  }

  #reset(): Promise<void> {
    return new Promise(resolve => {
      // Removed afterwards: a connection lasts for many mails, and each refused one would leave a listener behind.
      const done = () => {
        this.#connection.off('end', done)
        resolve()
      }
      this.#connection.once('end', done)
      this.#connection.reset(error => {
        if (error) this.#broken = true
        done()
      })
    })
  }
}

async function composeMessage({ id, to, content }: Message, { from }: MailSettings): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { subject, text, html, unsubscribeUrl } = content
  const composer = new MailComposer({
    from: { name: from.name ?? '', address: from.address },
    to: { name: '', address: to },
    subject,
    text,
    html,
    // The same for each attempt, so that receivers can drop a repeated mail.
    messageId: `<${id}@${from.address.split('@')[1]}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Answers such as "I am on holiday" are not wanted (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  })
  return composer.compile().build()
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host)
