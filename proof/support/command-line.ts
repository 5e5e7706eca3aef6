import { parseArgs } from 'node:util'

export interface Option<Value> {
  /** What `--help` shows in place of the value; a flag has none. */
  readonly takes?: 'number' | 'text'
  readonly meaning: string
  /** The value, or the default. An error names the valid values. */
  readonly read: (given: string | undefined, name: string) => Value
}

export const flag = (meaning: string): Option<boolean> => ({ meaning, read: given => given !== undefined })

export const text = (meaning: string, standard = ''): Option<string> => ({
  takes: 'text',
  meaning,
  read: (given = standard) => given,
})

/** Runs with another seed are comparable: their results count as those of a full run. */
export const seed = text('the choices of an earlier run', Date.now().toString(36))

/** A whole number, unless the least one is a fraction. */
export const number = (meaning: string, { standard, least }: { standard: number; least: number }): Option<number> => ({
  takes: 'number',
  meaning: `${meaning}; ${standard} by default`,
  read: (given = `${standard}`, name) => {
    const isWhole = Number.isInteger(least)
    if ((isWhole ? /^\d+$/ : /^\d+(\.\d+)?$/).test(given) && Number(given) >= least) return Number(given)
    throw new Error(`--${name} takes a ${isWhole ? 'whole ' : ''}number from ${least} up, not ${given}`)
  },
})

/** The names that contain the given text; all names by default. */
export const only = (what: string, names: readonly string[]): Option<readonly string[]> => ({
  takes: 'text',
  meaning: `the ${what} whose names contain this text, or one of several with | between them`,
  read: (given = '', name) => {
    const parts = given.toLowerCase().split('|')
    const wanted = names.filter(each => parts.some(part => each.toLowerCase().includes(part)))
    if (wanted.length > 0) return wanted
    throw new Error(`--${name} finds none of the ${what} by ${given}; they are\n  ${names.join('\n  ')}`)
  },
})

type Options = Readonly<Record<string, Option<unknown>>>
type Values<Some extends Options> = { readonly [Name in keyof Some]: ReturnType<Some[Name]['read']> }

/** Named as its npm script. */
interface Command<Some extends Options> {
  readonly name: string
  readonly about: string
  readonly options: Some
}

/** The checked options, before anything is started; exits with the usage or with one line if they are invalid. */
export function readCommandLine<Some extends Options>(command: Command<Some>) {
  try {
    const read = readOptions(command, process.argv.slice(2))
    if (!('usage' in read)) return read
    process.stdout.write(`${read.usage}\n`)
    return process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n--help says more\n`)
    return process.exit(2)
  }
}

export function readOptions<Some extends Options>({ name, about, options }: Command<Some>, args: string[]) {
  const entries = Object.entries(options)
  const types = entries.map(([option, { takes }]) => [option, { type: takes ? 'string' : 'boolean' }] as const)
  const given: Record<string, string | boolean | undefined> = parseArgs({
    args,
    options: { ...Object.fromEntries(types), help: { type: 'boolean' } },
  }).values
  if (given['help']) {
    const lines = entries.map(([option, { takes, meaning }]) => {
      return `  ${`--${option}${takes ? ` <${takes}>` : ''}`.padEnd(24)}${meaning}`
    })
    return { usage: `npm run ${name} -- [options]\n\n${about}\n\n${lines.join('\n')}` }
  }
  const read = entries.map(([option, { read }]) => [option, read(given[option]?.toString(), option)] as const)
  const values = Object.fromEntries(read) as Values<Some>
  const isChanged = (option: string) => option !== 'seed' && values[option] !== options[option]?.read(undefined, option)
  const results = name.replace(/^(bench|proof):/, '')
  return {
    values,
    /** The name of the result files; docs/benchmarks.md shows full runs only. */
    resultsName: Object.keys(given).some(isChanged) ? `${results}-partial` : results,
  }
}
