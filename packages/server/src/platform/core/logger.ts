import pino, { type Logger } from 'pino'
import { traceFields } from './tracing.ts'

export type { Logger }

/** Fields that may contain a secret are redacted before a line is written. */
const REDACTED = ['password', 'current_password', 'token', 'secret', 'authorization', 'cookie']

/** Readable lines for a terminal, JSON otherwise. */
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
    mixin: traceFields,
  }
  if (!terminal) return pino(options, openOutput(destination))
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

/**
 * Lines that cannot be written, for example to a full disk, are lost, and the server goes on. Otherwise each of them
 * would throw an error in the code that logs it. After an error the library keeps the line and all later ones in memory,
 * so it is opened again.
 */
function openOutput(dest: number): { write(line: string): void } {
  const open = () => {
    const opened = pino.destination({ dest, sync: true })
    // The library reports an error twice.
    opened.on('error', () => {
      if (output === opened) output = open()
    })
    return opened
  }
  let output = open()
  return { write: line => output.write(line) }
}
