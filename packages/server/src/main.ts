import { buildProgram } from './operator/program.ts'
import { reportFailure } from './operator/report-failure.ts'

/** Does what the command line says. */
export async function run(): Promise<void> {
  try {
    await buildProgram().parseAsync()
  } catch (error) {
    reportFailure(error, process.argv.includes('--json'))
  }
}
