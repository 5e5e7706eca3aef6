import { resolve } from 'node:path'
import { closest } from '@galley/contract/closest'
import { CliError, usageError } from './cli-error.ts'
import type { Command, Invocation } from './command.ts'
import { COMMANDS } from './commands.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { commandHelp, generalHelp } from './help.ts'
import { parseInvocation } from './parse-invocation.ts'
import { asCliError } from './server/server-errors.ts'
import { Output, type OutputStream } from './terminal/output.ts'
import { version } from './version.ts'

/** Where a command runs; the process itself, except in tests. */
export interface CliIo {
  readonly env: Invocation['env']
  readonly cwd: string
  readonly stdout: OutputStream
  readonly stderr: OutputStream
}

/** Runs a command line and returns its exit code. */
export async function main(argv: readonly string[], io = processItself()): Promise<ExitCode> {
  const { env, cwd, stdout, stderr } = io
  const output = new Output({ stdout, stderr, isJson: argv.includes('--json'), env })
  const interrupted = new AbortController()
  const stop = () => {
    // A second Ctrl+C ends the process at once, as usual.
    process.removeListener('SIGINT', stop)
    interrupted.abort(new CliError('Interrupted. Run the same command again to continue.'))
  }
  process.on('SIGINT', stop)
  try {
    return await run(argv, { env, cwd, output, signal: interrupted.signal })
  } catch (error) {
    const shown = asCliError(error)
    if (shown === undefined) throw error
    output.printJson({ error: { message: shown.message, fix: shown.fix ?? null } })
    output.note(`${output.paintNote('red', 'error')}: ${shown.message}${shown.fix ? `\n  fix: ${shown.fix}` : ''}`)
    return shown.exitCode
  } finally {
    process.removeListener('SIGINT', stop)
  }
}

type Given = Pick<Invocation, 'env' | 'cwd' | 'output' | 'signal'>

async function run(argv: readonly string[], { env, cwd, output, signal }: Given): Promise<ExitCode> {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const asked = rest[0] === undefined ? undefined : find(rest[0])
    output.printRaw(asked === undefined ? generalHelp(COMMANDS) : commandHelp(asked))
    return EXIT.done
  }
  if (name === '--version' || name === '-v') {
    output.printRaw(`${version()}\n`)
    return EXIT.done
  }
  const command = find(name)
  const { args, options } = parseInvocation(command, rest)
  if (options.help) {
    output.printRaw(commandHelp(command))
    return EXIT.done
  }
  return command.run({
    args,
    options: options as never,
    cwd,
    env,
    output,
    signal,
    commands: COMMANDS,
  })
}

/** `npm run gly` in a checkout runs in its top folder; npm stores where it was called. */
function startFolder(env: Invocation['env']): string {
  const called = env['npm_package_name'] === 'galley-monorepo' ? env['INIT_CWD'] : undefined
  return resolve(called ?? process.cwd())
}

function find(name: string): Command {
  const found = COMMANDS.find(command => command.name === name)
  if (found !== undefined) return found
  const similar = closest(
    name,
    COMMANDS.map(command => command.name),
  )
  throw usageError(`gly has no command "${name}".`, similar ? `Did you mean gly ${similar}?` : 'Run gly --help.')
}

function processItself(): CliIo {
  endQuietlyWhenPipeCloses()
  const { env, stdout, stderr } = process
  return { env, cwd: startFolder(env), stdout, stderr }
}

/** For example `gly status | head -1`. */
function endQuietlyWhenPipeCloses(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit(EXIT.done)
    })
  }
}
