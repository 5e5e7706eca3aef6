import type { EnvironmentReader } from './environment-reader.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS]
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }
const ADDRESS = /^[^\s<>@,;:"]+@[^\s<>@,;:"]+$/

export type MailSettings = ReturnType<typeof readMailSettings>

export function readMailSettings(read: EnvironmentReader) {
  /** Undefined: nothing is sent. */
  const smtp = readServer(read)
  const from = readSender(read)
  if (smtp !== undefined && from === undefined) {
    read.error(
      'MAIL_FROM',
      'is required for SMTP_URL: an address, or a name and an address as in Name <mail@example.com>',
    )
  }
  return {
    smtp,
    from: from ?? { name: undefined, address: '' },
    /** The delays after the first temporary rejection, the second and so on; after the last one the mail has failed. */
    retryDelaysMs: read.durations('MAIL_RETRY_SCHEDULE', RETRY_DELAYS_MS),
  } as const
}

/** Messages do not repeat the URL, which has a password. */
function readServer(read: EnvironmentReader) {
  const name = 'SMTP_URL'
  const text = read.optionalUrl(name, Object.keys(DEFAULT_PORTS))
  if (text === undefined || !URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password } = new URL(text)
  if (hostname === '') read.error(name, 'has no host, as in smtp://user:password@mail.example.com:587')
  try {
    return {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (DEFAULT_PORTS[protocol] ?? 587) : Number(port),
      /** TLS from the first byte; otherwise STARTTLS, if the server offers it. */
      secure: protocol === 'smtps:',
      /** A password is sent over an encrypted connection only. */
      credentials:
        username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    } as const
  } catch {
    read.error(name, 'has a malformed user or password: special characters must be percent-encoded')
    return undefined
  }
}

function readSender(read: EnvironmentReader) {
  const text = read.text('MAIL_FROM', undefined)
  if (text === undefined) return undefined
  const [, name = '', address = text] = /^([^<>]*)<([^<>]+)>$/.exec(text) ?? []
  if (!ADDRESS.test(address)) {
    read.error('MAIL_FROM', `"${text}" is neither an address nor a name and an address as in Name <mail@example.com>`)
  }
  const plainName = name.trim().replace(/^"|"$/g, '')
  return { name: plainName === '' ? undefined : plainName, address }
}
