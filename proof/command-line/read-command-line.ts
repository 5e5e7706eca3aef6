import { parseArgs } from 'node:util'
import { CommandLineFault, type Option } from './options.ts'

type Options = Readonly<Record<string, Option<unknown>>>
type ValuesOf<Some extends Options> = { readonly [Name in keyof Some]: ReturnType<Some[Name]['read']> }

export interface Command<Some extends Options> {
  /** The name of the npm script. */
  readonly name: string
  readonly about: string
  readonly options: Some
}

/**
 * Returns the checked options before anything is started; exits with the usage or with one line if they are invalid.
 */
export function readCommandLine<Some extends Options>(command: Command<Some>) {
  try {
    const { isHelp, ...read } = readOptions(command, process.argv.slice(2))
    if (!isHelp) return read
    process.stdout.write(`${usageOf(command)}\n`)
    return process.exit(0)
  } catch (error) {
    if (!(error instanceof CommandLineFault)) throw error
    process.stderr.write(`${error.message}\n--help says more\n`)
    return process.exit(2)
  }
}

export function readOptions<Some extends Options>({ name, options }: Command<Some>, args: readonly string[]) {
  const { help, ...given } = parse(options, args)
  const read = (option: string) => {
    try {
      return options[option]?.read(given[option]?.toString())
    } catch (error) {
      throw error instanceof CommandLineFault ? new CommandLineFault(`--${option} ${error.message}`) : error
    }
  }
  const names = Object.keys(options)
  const values = Object.fromEntries(names.map(option => [option, help ? undefined : read(option)])) as ValuesOf<Some>
  const changed = Object.keys(given).filter(option => values[option] !== options[option]?.read(undefined))
  const results = name.replace(/^(bench|proof):/, '')
  return {
    isHelp: help === true,
    values,
    /** The name of the result files; docs/benchmarks.md shows full runs only. */
    resultsName: changed.every(option => options[option]?.isIncidental) ? results : `${results}-partial`,
  }
}

function parse(options: Options, args: readonly string[]): Record<string, string | boolean | undefined> {
  const types = Object.entries(options).map(
    ([name, { takes }]) => [name, { type: takes ? 'string' : 'boolean' }] as const,
  )
  try {
    const { values } = parseArgs({
      options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
      // A negative number is a value, not an option.
      args: args
        .join('\n')
        .replaceAll(/\n(?=-\d)/g, '=')
        .split('\n')
        .filter(Boolean),
    })
    return values
  } catch (error) {
    // The first sentence; the rest explains Node's parser.
    throw new CommandLineFault(error instanceof Error ? error.message.split(/\.?\s*\n|\. /, 1)[0] : String(error))
  }
}

export function usageOf({ name, about, options }: Command<Options>): string {
  const lines = Object.entries({ ...options, help: { takes: undefined, meaning: 'this text' } }).map(
    ([option, { takes, meaning }]) => [`--${option}${takes ? ` <${takes}>` : ''}`, meaning] as const,
  )
  const width = Math.max(...lines.map(([option]) => option.length))
  const listed = lines.map(([option, meaning]) => `  ${option.padEnd(width)}  ${meaning}`)
  return `npm run ${name} -- [options]\n\n${about}\n\n${listed.join('\n')}`
}
