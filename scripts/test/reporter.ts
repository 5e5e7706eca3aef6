import { join, relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { describeFailure, type Failure } from './describe-failure.ts'

const ROOT = join(import.meta.dirname, '../..')
const OUTPUT_LINES_MAX = 30
/** Set by the runner for a few files: then each test has a line, and otherwise each file. */
const showTests = process.env['GALLEY_TEST_LINES'] === 'tests'

const isWatching = process.execArgv.includes('--watch')

const shorten = (file: string) => relative(ROOT, file)
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

type Data<T extends TestEvent['type']> = Extract<TestEvent, { type: T }>['data']

/** Prints a line for each file or test, and at the end each failure with what is needed to understand it. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const run = new Run()
  for await (const { type, data } of events) {
    if (type === 'test:start') run.start(data)
    else if (type === 'test:stdout' || type === 'test:stderr') run.remember(data)
    else if (type === 'test:pass' && showTests) yield run.line('✔', data)
    else if (type === 'test:fail') yield run.fail(data)
    else if (type === 'test:summary') yield run.summary(data)
  }
}

class Run {
  /** By file: the names of the suites and tests that have begun, by depth. */
  readonly #names = new Map<string, string[]>()
  readonly #outputs = new Map<string, string>()
  #failures: Failure[] = []
  #files = 0

  start({ file = '', nesting, name }: Data<'test:start'>): void {
    this.#names.set(file, [...(this.#names.get(file) ?? []).slice(0, nesting), name])
  }

  remember({ file, message }: Data<'test:stdout'>): void {
    const path = resolve(ROOT, file)
    this.#outputs.set(path, (this.#outputs.get(path) ?? '') + message)
  }

  line(mark: string, data: Data<'test:pass'> | Data<'test:fail'>): string {
    if (data.details.type === 'suite') return ''
    return `${mark} ${this.#pathOf(data).join(' › ')} (${Math.round(data.details.duration_ms)} ms)\n`
  }

  fail(data: Data<'test:fail'>): string {
    const { file = '', line, column, details } = data
    const { error } = details
    const isOfSubtest = 'failureType' in error && error.failureType === 'subtestsFailed'
    if (!isOfSubtest) {
      const place = `${shorten(file)}:${line ?? 1}:${column ?? 1}`
      // The file itself has failed, for example because of an import. Only its output says why.
      const output = () => ('exitCode' in error ? this.#takeOutput(file) : [])
      this.#failures.push({ path: this.#pathOf(data), place, error, output })
    }
    return showTests || !isOfSubtest ? this.line('✖', data) : ''
  }

  summary({ file, counts, duration_ms, success }: Data<'test:summary'>): string {
    if (file !== undefined) {
      this.#files++
      const output = success ? '' : this.#outputOf(file)
      if (showTests) return output
      return `${success ? '✔' : '✖'} ${shorten(file)} (${counts.tests} tests, ${seconds(duration_ms)})\n${output}`
    }
    const { tests, passed, skipped } = counts
    const numbers = [
      `${tests} tests${this.#files > 0 ? ` in ${this.#files} files` : ''}`,
      `${tests - passed - skipped} failed`,
    ]
    if (skipped > 0) numbers.push(`${skipped} skipped`)
    this.#files = 0
    return `${this.#describeFailures()}\n${numbers.join(', ')}, ${seconds(duration_ms)}\n${isWatching ? 'waiting for changes\n' : ''}`
  }

  #describeFailures(): string {
    const described = this.#failures.map(failure => describeFailure(failure, ROOT))
    this.#failures = []
    return described.length === 0 ? '' : `\nFailed:\n\n${described.join('\n')}`
  }

  #pathOf({ file = '', nesting, name }: Data<'test:pass'> | Data<'test:fail'>): string[] {
    return [...(this.#names.get(file) ?? []).slice(0, nesting), name]
  }

  #outputOf(file: string): string {
    const lines = this.#takeOutput(file)
    return lines.length === 0 ? '' : `  output of the file:\n${lines.slice(-OUTPUT_LINES_MAX).join('\n')}\n`
  }

  #takeOutput(file: string): string[] {
    const text = (this.#outputs.get(file) ?? '').trim()
    this.#outputs.delete(file)
    return text === '' ? [] : text.split('\n')
  }
}
