import type { AddressInfo, Socket } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** All header lines, unfolded. */
  readonly headers: string
}

type Rejection = { readonly code: number; readonly text: string } | undefined

export interface MailServer {
  readonly port: number
  readonly received: ReceivedMail[]
  /** The settings of a server that sends to this one. */
  readonly env: Readonly<Record<string, string>>
  /** The response to a recipient; undefined accepts it. */
  rejectRecipient: (address: string) => Rejection
  /** The response to a message; `drop` closes the connection instead of answering. */
  respondToMessage: (address: string) => Rejection | 'drop'
  to(address: string): ReceivedMail[]
  close(): Promise<void>
}

/** A real SMTP server that keeps what it accepts. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const sockets = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => done(failure(mail.rejectRecipient(address))),
    onData: (stream, session, done) => {
      void readText(stream).then(raw => {
        const to = session.envelope.rcptTo[0]?.address ?? ''
        const response = mail.respondToMessage(to)
        if (response === undefined || response === 'drop') received.push(parseMail(to, raw))
        if (response === 'drop') sockets.get(session.remotePort)?.destroy()
        else done(failure(response))
      })
    },
  })
  server.on('error', () => {})
  server.server.on('connection', socket => {
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()))
  const { port: listening } = server.server.address() as AddressInfo
  const mail: MailServer = {
    port: listening,
    received,
    env: { SMTP_URL: `smtp://127.0.0.1:${listening}`, MAIL_FROM: 'Galley <noreply@galley.example>' },
    rejectRecipient: () => undefined,
    respondToMessage: () => undefined,
    to: address => received.filter(({ to }) => to === address),
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
  return mail
}

function failure(rejection: Rejection): Error | null {
  return rejection === undefined ? null : Object.assign(new Error(rejection.text), { responseCode: rejection.code })
}

function parseMail(to: string, raw: string): ReceivedMail {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? ''
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`)
  const partOf = (type: string) => decodePart(parts.find(part => part.includes(`Content-Type: ${type}`)) ?? '')
  return {
    to,
    subject: decodeWords(/^Subject: (.*)$/m.exec(headers)?.[1]?.trim() ?? ''),
    text: partOf('text/plain'),
    html: partOf('text/html'),
    headers,
  }
}

function decodePart(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n').replaceAll('\r\n', '\n').trimEnd()
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  if (/encoding: quoted-printable/i.test(head)) return decodeQuoted(body.replaceAll('=\n', ''))
  return body
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** RFC 2047, as in =?UTF-8?B?…?= */
const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    )
