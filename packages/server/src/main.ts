import { buildProgram } from './operator/program.ts'
import { reportFailure } from './operator/report-failure.ts'
import { EndedBySignalError } from './operator/until-signal.ts'
import { fileErrorReason } from './platform/db/embedded/start-error.ts'

const END_AFTER_MS = 500

/** Runs the command line. */
export async function run(): Promise<void> {
  process.stdout.on('error', reportLostOutput)
  process.stderr.on('error', () => {})
  try {
    const program = await buildProgram(process.argv[2])
    await program.parseAsync()
  } catch (error) {
    reportFailure(error, process.argv.includes('--json'))
    // Abandoned work must not keep the process alive.
    if (error instanceof EndedBySignalError) setTimeout(() => process.exit(), END_AFTER_MS).unref()
  }
}

/** A program that reads the output, such as `head`, may end early. In each case the command still does its work. */
function reportLostOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return
  process.exitCode = 1
  process.stderr.write(`The output could not be written: ${fileErrorReason(error) ?? error.message}.\n`)
}
