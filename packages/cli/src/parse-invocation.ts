import { parseArgs } from 'node:util'
import { closest } from '@galley/contract/closest'
import { type CliError, usageError } from './cli-error.ts'
import { type Command, GLOBAL_OPTIONS, type GlobalValues, type Options } from './command.ts'

export interface Parsed {
  readonly args: readonly string[]
  readonly options: GlobalValues & Readonly<Record<string, string | boolean | string[] | undefined>>
}

/** Parses the arguments of a command; throws a message that names the error. */
export function parseInvocation(command: Command, argv: readonly string[]): Parsed {
  const options: Options = { ...GLOBAL_OPTIONS, ...command.options }
  const plain = Object.fromEntries(
    Object.entries(options).map(([name, { type, short, multiple }]) => [
      name,
      { type, ...(short !== undefined && { short }), ...(multiple && { multiple }) },
    ]),
  )
  let values: Record<string, unknown>
  let positionals: string[]
  try {
    const parsed = parseArgs({ args: [...argv], options: plain, allowPositionals: true, strict: true })
    values = parsed.values
    positionals = parsed.positionals
  } catch (error) {
    throw explain(error, command, Object.keys(options))
  }
  if (values['help'] !== true) checkCount(command, positionals)
  return { args: positionals, options: values as Parsed['options'] }
}

function checkCount(command: Command, args: readonly string[]): void {
  const { minArgs = 0, maxArgs = command.args === undefined ? 0 : 1 } = command
  const usage = `Usage: gly ${command.name} ${command.args ?? ''}`.trimEnd()
  if (args.length < minArgs) throw usageError(`gly ${command.name} needs ${command.args}.`, usage)
  if (args.length > maxArgs) throw usageError(`gly ${command.name} does not take "${args[maxArgs]}".`, usage)
}

function explain(error: unknown, command: Command, names: readonly string[]): CliError {
  const { code, message } = error as { code?: string; message: string }
  const help = `Run gly ${command.name} --help.`
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    const option = (/--[\w-]+/.exec(message) ?? /-\w/.exec(message))?.[0]
    if (message.includes('does not take')) return usageError(`${option} takes no value.`, help)
    const hint = message.includes('dash') ? `A value that begins with a hyphen is written ${option}=-…` : help
    return usageError(`${option} needs a value.`, hint)
  }
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return usageError(message, help)
  const given = /'(-[^']*)'/.exec(message)?.[1] ?? ''
  const similar = closest(given.replace(/^-+/, ''), names)
  return usageError(`gly ${command.name} has no option ${given}.`, similar ? `Did you mean --${similar}?` : help)
}
