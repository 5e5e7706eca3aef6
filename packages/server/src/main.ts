import { buildProgram } from './operator/program.ts'
import { reportFailure } from './operator/report-failure.ts'

try {
  await buildProgram().parseAsync()
} catch (error) {
  reportFailure(error, process.argv.includes('--json'))
}
