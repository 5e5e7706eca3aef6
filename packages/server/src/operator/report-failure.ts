import { CommanderError } from 'commander'
import { AppError, errorCode, errorMessage, type FieldIssue, isDiskFull } from '../platform/core/errors.ts'
import { SettingsError } from '../platform/core/settings/environment-reader.ts'
import { isConnectionError } from '../platform/db/connection/database.ts'
import { UnusableDatabaseError } from '../platform/db/connection/database-problem.ts'
import { DatabaseStartError } from '../platform/db/embedded/start-error.ts'
import { DatabaseTooNewError } from '../platform/db/migrate.ts'

const FAILED = 1
const MISUSED = 2

/** Prints one message and sets the exit code: 1 for a failure, 2 for a usage error. */
export function reportFailure(error: unknown, json: boolean): void {
  if (error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help')) {
    // Help or version was requested, or the command is incomplete.
    process.exitCode = error.exitCode === 0 ? 0 : MISUSED
    return
  }
  process.exitCode = error instanceof CommanderError ? MISUSED : FAILED
  const { stack, ...failure } = describe(error)
  process.stderr.write(json ? `${JSON.stringify({ error: failure })}\n` : (stack ?? asText(failure)))
}

interface Failure {
  readonly code: string
  readonly message: string
  readonly fields: readonly FieldIssue[]
  /** The stack of an unexpected error. */
  readonly stack?: string
}

function asText({ code, message, fields }: Failure): string {
  const hint = code === 'MISUSED' ? ['(see --help for the usage)'] : []
  return `${[message, ...fields.map(issue => `  ${issue.field}: ${issue.message}`), ...hint].join('\n')}\n`
}

function describe(error: unknown): Failure {
  const failed = (message: string) => ({ code: 'FAILED', message, fields: [] })
  if (error instanceof AppError) return { code: error.code, message: error.message, fields: error.fields }
  if (error instanceof CommanderError) {
    return { code: 'MISUSED', message: capital(error.message.replace(/^error: /, '')), fields: [] }
  }
  if (!(error instanceof Error)) return failed(String(error))
  const known = [SettingsError, DatabaseStartError, DatabaseTooNewError, UnusableDatabaseError].some(
    kind => error instanceof kind,
  )
  if (known) return failed(error.message)
  const code = errorCode(error) ?? ''
  if (code === '25006') {
    return failed(
      `The database is read-only: ${reason(error)}. Does DATABASE_URL lead to a replica, or is default_transaction_read_only set?`,
    )
  }
  if (code === '42501') {
    return failed(
      `The database rejects it: ${reason(error)}. The user in DATABASE_URL must own the database and its tables.`,
    )
  }
  if (isDiskFull(error)) {
    return failed(`The disk is full: ${reason(error)}. Make room, and run the command again.`)
  }
  // Classes 28 and 3D: the server answers, but user, password or database name are wrong.
  if (/^(28|3D)...$/.test(code)) {
    return failed(`The database rejects the connection: ${reason(error)}. Is DATABASE_URL right?`)
  }
  if (isUnreachable(error, code)) {
    return failed(`The database cannot be reached: ${reason(error)}. Is it running, and is DATABASE_URL right?`)
  }
  return { ...failed(error.message), stack: `${error.stack}\n` }
}

/** A missing file is a connection error only if it is a Unix socket. */
function isUnreachable(error: Error, code: string): boolean {
  if ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo')) return true
  return code !== 'ENOENT' && isConnectionError(error)
}

const reason = (error: Error) => errorMessage(error) || error.name

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
