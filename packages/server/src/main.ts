import { buildProgram } from './operator/program.ts'
import { reportFailure } from './operator/report-failure.ts'

/** Runs the command line. */
export async function run(): Promise<void> {
  try {
    await buildProgram().parseAsync()
  } catch (error) {
    reportFailure(error, process.argv.includes('--json'))
  }
}
