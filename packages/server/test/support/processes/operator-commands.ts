import assert from 'node:assert/strict'
import { CommandProcess } from './command-process.ts'
import type { Outcome } from './galley-process.ts'
import type { ProcessSettings } from './isolated-environment.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape, and fail when it is another
export type Json = any

/** A server that is notified of a change applies it at once; otherwise it caches accounts for a minute. */
export const NOTIFIED_WITHIN_MS = 20_000

export const lines = (outcome: Outcome): string[] => outcome.stdout.trimEnd().split('\n')

/** Runs operator commands with the same settings, and checks what every command promises. */
export class OperatorCommands {
  readonly #settings: ProcessSettings
  readonly #process = new CommandProcess()
  readonly #seenAsJson = new Set<string>()

  constructor(settings: ProcessSettings) {
    this.#settings = settings
  }

  galley(...args: string[]): Promise<Outcome> {
    return this.#process.run(args, this.#settings)
  }

  /** Runs a command with `--json`: one value on stdout, nothing on stderr, exit code 0. */
  async json(...args: string[]): Promise<Json> {
    const { code, stdout, stderr } = await this.galley(...args, '--json')
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, args.join(' '))
    assert.equal(stdout.trimEnd().split('\n').length, 1)
    return JSON.parse(stdout)
  }

  /**
   * Runs a command and asserts its error message. For the first error with each code, it runs the command with --json,
   * too.
   */
  async assertRejected(args: string[], code: number, jsonCode: string, words: RegExp): Promise<void> {
    const text = await this.galley(...args)
    assert.deepEqual([text.code, text.stdout], [code, ''], `${args.join(' ')}: ${text.stderr}`)
    assert.match(text.stderr, words)
    assert.doesNotMatch(text.stderr, /^\s+at /m)
    if (this.#seenAsJson.has(jsonCode)) return
    this.#seenAsJson.add(jsonCode)
    const asJson = await this.galley(...args, '--json')
    assert.deepEqual([asJson.code, asJson.stdout], [code, ''])
    const { error } = JSON.parse(asJson.stderr)
    assert.deepEqual(Object.keys(error), ['code', 'message', 'fields'])
    assert.equal(error.code, jsonCode)
    assert.ok(text.stderr.startsWith(error.message), `${text.stderr} / ${error.message}`)
  }

  end(): Promise<void> {
    return this.#process.end()
  }
}
