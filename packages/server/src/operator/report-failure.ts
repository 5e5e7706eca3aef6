import { CommanderError } from 'commander'
import { SettingsError } from '../core/environment-reader.ts'
import { AppError } from '../core/errors.ts'
import { isConnectionFault } from '../db/database.ts'
import { DatabaseStartError } from '../db/embedded/start-error.ts'
import { DatabaseTooNewError } from '../db/migrate.ts'

const FAILED = 1
const MISUSED = 2

/** One message for a person, and an exit code for a script: 1 when it failed, 2 when it was called wrongly. */
export function reportFailure(error: unknown, json: boolean): void {
  if (error instanceof CommanderError) {
    // Commander has said it already; help and version are no failures.
    process.exitCode = error.exitCode === 0 ? 0 : MISUSED
    return
  }
  process.exitCode = FAILED
  const lines = explain(error)
  process.stderr.write(json ? `${JSON.stringify({ error: describe(error, lines) })}\n` : `${lines.join('\n')}\n`)
}

function explain(error: unknown): string[] {
  if (error instanceof AppError) {
    return [error.message, ...error.fields.map(({ field, message }) => `  ${field}: ${message}`)]
  }
  const known = [SettingsError, DatabaseStartError, DatabaseTooNewError].some(kind => error instanceof kind)
  if (known && error instanceof Error) return [error.message]
  if (isConnectionFault(error) && error instanceof Error) return [`The database cannot be reached: ${reason(error)}`]
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return [`Another program listens there already (${error.message}). Set PORT to a free one, or end the other.`]
  }
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)]
}

/** Failed connections to several addresses come as one error with no words of its own. */
function reason(error: Error): string {
  return error.message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name)
}

function describe(error: unknown, lines: string[]) {
  if (error instanceof AppError) return { code: error.code, message: error.message, fields: error.fields }
  return { code: 'FAILED', message: lines[0] ?? '', fields: [] }
}
