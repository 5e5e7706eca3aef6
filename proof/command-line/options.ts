export interface Option<Value> {
  /** The placeholder of its value in the usage; a flag has none. */
  readonly takes?: string
  readonly meaning: string
  /** Runs with another value are comparable: their results count as those of a full run. */
  readonly isIncidental?: boolean
  /** Parses the given value, or returns the default. Throws a `CommandLineFault` that names the valid values. */
  read(given: string | undefined): Value
}

/** An invalid command line; the message is shown to the user as it is. */
export class CommandLineFault extends Error {
  override readonly name = 'CommandLineFault'
}

export const flag = (meaning: string): Option<boolean> => ({ meaning, read: given => given !== undefined })

export const seed: Option<string> = {
  takes: 'text',
  meaning: 'the choices of an earlier run',
  isIncidental: true,
  read: (given = Date.now().toString(36)) => given,
}

/** A text, such as an address; undefined unless given. */
export const text = (meaning: string): Option<string | undefined> => ({ takes: 'text', meaning, read: given => given })

/** Words with commas between them. */
export const words = (meaning: string, standard: readonly string[]): Option<readonly string[]> => ({
  takes: 'words',
  meaning: `${meaning}; ${standard.join(',')} unless told otherwise`,
  read: (given = standard.join(',')) => given.split(',').filter(Boolean),
})

export function number(
  meaning: string,
  { standard, least, isWhole = true }: { standard: number; least: number; isWhole?: boolean },
): Option<number> {
  return {
    takes: 'number',
    meaning: `${meaning}; ${standard} unless told otherwise`,
    read: (given = `${standard}`) => {
      const value = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
      if (value >= least && (Number.isInteger(value) || !isWhole)) return value
      throw new CommandLineFault(`takes a ${isWhole ? 'whole ' : ''}number from ${least} up, not ${given}`)
    },
  }
}

export function oneOf(meaning: string, choices: readonly number[], standard: number): Option<number> {
  const listed = choices.join(', ')
  return {
    takes: 'number',
    meaning: `${meaning}: ${listed}; ${standard} unless told otherwise`,
    read: (given = `${standard}`) => {
      const chosen = choices.find(choice => `${choice}` === given)
      if (chosen !== undefined) return chosen
      throw new CommandLineFault(`takes one of ${listed}, not ${given}`)
    },
  }
}

/** The names that contain one of the words; all names without words. */
export function only(what: string, names: readonly string[]): Option<readonly string[]> {
  return {
    takes: 'words',
    meaning: `the ${what} whose names contain these words`,
    read: (given = '') => {
      const wanted = names.filter(name => name.toLowerCase().includes(given.toLowerCase()))
      if (wanted.length > 0) return wanted
      throw new CommandLineFault(`finds none of the ${what} by ${given}; they are\n  ${names.join('\n  ')}`)
    },
  }
}
