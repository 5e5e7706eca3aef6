import type { ExitCode } from './exit-codes.ts'
import type { Output } from './terminal/output.ts'

/**
 * What this adds to `parseArgs` of Node: typed options for each command, help, and completion of shells. With a library,
 * options would have no types, its messages would have to be translated into ours with their fixes, and it would be most of
 * what `gly` loads at its start.
 */
export interface Option {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  readonly multiple?: true
  /** The name of the value in the help, such as `URL`. */
  readonly value?: string
  readonly description: string
}

export type Options = Readonly<Record<string, Option>>

type ValueOf<O extends Option> = O extends { multiple: true }
  ? string[] | undefined
  : O extends { type: 'boolean' }
    ? boolean | undefined
    : string | undefined
export type Values<T extends Options> = { readonly [Name in keyof T]: ValueOf<T[Name]> }

/** What a command is given. */
export interface Invocation<T extends Options = Options> {
  readonly args: readonly string[]
  readonly options: Values<T> & GlobalValues
  /** The folder that paths are relative to. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly output: Output
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
  /** All commands, for `gly completion`. */
  readonly commands: readonly Command[]
}

export const GLOBAL_OPTIONS = {
  help: { type: 'boolean', short: 'h', description: 'show this help' },
  json: { type: 'boolean', description: 'print the result as JSON' },
  url: { type: 'string', value: 'URL', description: 'address of the server' },
} as const satisfies Options
export type GlobalValues = Values<typeof GLOBAL_OPTIONS>

/** The invocation for functions that several commands share: it has only the options of all commands. */
export type AnyInvocation = Omit<Invocation, 'options'> & { readonly options: GlobalValues }

export interface Command<T extends Options = Options> {
  readonly name: string
  readonly summary: string
  /** The arguments in the usage line, such as `[DIR]`. */
  readonly args?: string
  /** What the arguments are, for completion. */
  readonly completes?: 'files' | readonly string[]
  readonly minArgs?: number
  readonly maxArgs?: number
  readonly options?: T
  /** More about the command, below the options. */
  readonly details?: string
  readonly examples: readonly [string, ...string[]]
  run(invocation: Invocation<T>): Promise<ExitCode>
}

/** Keeps the types of the options for `run`, and gives all commands one type. */
export const command = <const T extends Options = Record<never, never>>(definition: Command<T>): Command =>
  definition as unknown as Command
