import pino, { type Logger } from 'pino'

export type { Logger }

/** Where a secret could slip into a log line, it is struck out before it is written. */
const REDACTED = ['password', 'current_password', 'token', 'secret', 'authorization', 'cookie']

/** Lines for a person at a terminal, JSON for everything that collects logs. */
export async function createLogger(
  level: string,
  { terminal = false, to = 'stdout' }: { terminal?: boolean; to?: 'stdout' | 'stderr' } = {},
): Promise<Logger> {
  const destination = to === 'stdout' ? 1 : 2
  const options = {
    level,
    base: null,
    redact: { paths: REDACTED.flatMap(name => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  if (!terminal) return pino(options, pino.destination({ dest: destination, sync: true }))
  const { PinoPretty } = await import('pino-pretty')
  const pretty = PinoPretty({
    colorize: true,
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    sync: true,
    destination,
  })
  return pino(options, pretty)
}
