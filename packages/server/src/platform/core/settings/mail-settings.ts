import type { EnvironmentReader } from './environment-reader.ts'

export interface MailSettings {
  /** Undefined: nothing is sent. */
  readonly smtp: SmtpServer | undefined
  readonly from: MailSender
  /** The delays after the first refusal for now, the second and so on; after the last one the mail has failed. */
  readonly retryDelaysMs: readonly number[]
}

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS, if the server offers it. */
  readonly secure: boolean
  /** A password is sent over an encrypted connection only. */
  readonly credentials: { readonly user: string; readonly pass: string } | undefined
}

export interface MailSender {
  readonly name: string | undefined
  readonly address: string
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS]
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }
const ADDRESS = /^[^\s<>@,;:"]+@[^\s<>@,;:"]+$/

export function readMailSettings(read: EnvironmentReader): MailSettings {
  const smtp = readServer(read)
  const from = readSender(read)
  if (smtp !== undefined && from === undefined) {
    read.fault(
      'MAIL_FROM',
      'is required for SMTP_URL: an address, or a name and an address as in Name <mail@example.com>',
    )
  }
  return {
    smtp,
    from: from ?? { name: undefined, address: '' },
    retryDelaysMs: read.durations('MAIL_RETRY_SCHEDULE', RETRY_DELAYS_MS),
  }
}

/** Messages do not repeat the URL, which has a password. */
function readServer(read: EnvironmentReader): SmtpServer | undefined {
  const name = 'SMTP_URL'
  const text = read.optionalUrl(name, Object.keys(DEFAULT_PORTS))
  if (text === undefined || !URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password } = new URL(text)
  if (hostname === '') read.fault(name, 'has no host, as in smtp://user:password@mail.example.com:587')
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (DEFAULT_PORTS[protocol] ?? 587) : Number(port),
      secure: protocol === 'smtps:',
      credentials:
        username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }
  } catch {
    read.fault(name, 'has a malformed user or password: special characters must be percent-encoded')
    return undefined
  }
}

function readSender(read: EnvironmentReader): MailSender | undefined {
  const text = read.text('MAIL_FROM', undefined)
  if (text === undefined) return undefined
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  if (!ADDRESS.test(address)) {
    read.fault('MAIL_FROM', `"${text}" is neither an address nor a name and an address as in Name <mail@example.com>`)
  }
  const plainName = name.trim().replace(/^"|"$/g, '')
  return { name: plainName === '' ? undefined : plainName, address }
}
