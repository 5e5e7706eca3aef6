import { EXIT, type ExitCode } from './exit-codes.ts'

interface Details {
  /** What the user can do about it. */
  readonly fix?: string | undefined
  readonly exitCode?: ExitCode
}

/** An error that is shown as its message and fix, without a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly fix: string | undefined
  readonly exitCode: ExitCode

  constructor(message: string, { fix, exitCode = EXIT.errors }: Details = {}) {
    super(message)
    this.fix = fix
    this.exitCode = exitCode
  }
}

export const usageError = (message: string, fix?: string): CliError =>
  new CliError(message, { fix, exitCode: EXIT.usageError })
