import { run } from '../../../src/main.ts'

/** Runs a command; `mark` ends its output, on stdout and on stderr. */
export interface CommandCall {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly mark: string
}

process.on('message', (call: CommandCall) => void runCommand(call))

async function runCommand({ args, env, mark }: CommandCall): Promise<void> {
  process.argv.splice(2, process.argv.length, ...args)
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.exitCode = 0
  await run()
  // Each command adds listeners, because each is meant for a process of its own.
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error')
    stream.write(mark)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal)
  process.send?.({ code: process.exitCode })
}
