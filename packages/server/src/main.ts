import { buildProgram } from './operator/program.ts'
import { reportFailure } from './operator/report-failure.ts'

/** Runs the command line. */
export async function run(): Promise<void> {
  // A program that reads the output, such as `head`, may end early. The command still does its work.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreBrokenPipe)
  try {
    const program = await buildProgram(process.argv[2])
    await program.parseAsync()
  } catch (error) {
    reportFailure(error, process.argv.includes('--json'))
  }
}

function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
