import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'
import type { CommandCall } from './command-loop.ts'
import { environmentOf, type Outcome } from './galley-process.ts'
import type { ProcessSettings } from './isolated-environment.ts'

const END_OF_OUTPUT = '\u0000'

/**
 * Runs operator commands one after the other in one process. Loading the server's code takes longer than most commands,
 * so this is much faster than a process for each; `runGalley` does that, for tests about the process itself.
 */
export class CommandProcess {
  readonly #child: ChildProcess
  readonly #output = { stdout: '', stderr: '' }
  #last: Promise<unknown> = Promise.resolve()

  constructor() {
    this.#child = fork(join(import.meta.dirname, 'command-loop.ts'), { silent: true })
    for (const name of ['stdout', 'stderr'] as const) {
      this.#child[name]?.setEncoding('utf8').on('data', text => {
        this.#output[name] += text
      })
    }
    atExit(() => this.#child.kill('SIGKILL'))
  }

  run(args: readonly string[], settings: ProcessSettings): Promise<Outcome> {
    const outcome = this.#last.then(() => this.#run(args, settings))
    this.#last = outcome.catch(() => {})
    return outcome
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return
    this.#child.disconnect()
    await once(this.#child, 'exit')
  }

  async #run(args: readonly string[], settings: ProcessSettings): Promise<Outcome> {
    const waiting = new AbortController()
    const ended = Promise.race([once(this.#child, 'message'), this.#unexpectedEnd(args, waiting.signal)])
    this.#child.send({ args, env: environmentOf(settings), mark: END_OF_OUTPUT } satisfies CommandCall)
    const [{ code }] = await ended.finally(() => waiting.abort())
    while (Object.values(this.#output).some(text => !text.endsWith(END_OF_OUTPUT))) {
      await new Promise(setImmediate)
    }
    const [stdout, stderr] = [this.#output.stdout.slice(0, -1), this.#output.stderr.slice(0, -1)]
    Object.assign(this.#output, { stdout: '', stderr: '' })
    return { code, stdout, stderr }
  }

  async #unexpectedEnd(args: readonly string[], signal: AbortSignal): Promise<never> {
    await once(this.#child, 'exit', { signal })
    assert.fail(`the process ended during galley ${args.join(' ')}: ${this.#output.stderr}`)
  }
}
