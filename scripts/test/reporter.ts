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
    // The runner reports an error after the end of its test this way.
    else if (type === 'test:diagnostic') run.remember({ ...data, message: `${data.message}\n` })
    else if (type === 'test:pass') yield run.pass(data)
    else if (type === 'test:fail') yield run.fail(data)
    else if (type === 'test:summary') yield run.summary(data)
  }
}

/** Files that share a process are suites, which have the names of the files. */
const isFile = ({ name, nesting }: { name: string; nesting: number }) => nesting === 0 && name.endsWith('.test.ts')

const endOf = ({ exitCode, signal }: { exitCode: unknown; signal?: unknown }): string =>
  signal ? `the process was ended by ${signal}` : `the process exited with code ${exitCode}`

class Run {
  /** The suites and the test that have started last. Node reports one process after the other. */
  #names: string[] = []
  readonly #outputs = new Map<string, string>()
  #failures: Failure[] = []
  #files = 0
  #testsOfFile = 0
  #isGroup = false

  start({ nesting, name }: Data<'test:start'>): void {
    this.#names = [...this.#names.slice(0, nesting), name]
  }

  remember({ file, message }: { file?: string | undefined; message: string }): void {
    if (file === undefined) return
    const path = resolve(ROOT, file)
    this.#outputs.set(path, (this.#outputs.get(path) ?? '') + message)
  }

  pass(data: Data<'test:pass'>): string {
    return this.#line('✔', data)
  }

  fail(data: Data<'test:fail'>): string {
    const { file = '', line, column, details } = data
    const { error } = details
    if (!('failureType' in error && error.failureType === 'subtestsFailed')) {
      const place = isFile(data) ? data.name : `${shorten(file)}:${line ?? 1}:${column ?? 1}`
      // The process itself has failed. Only how it ended and its output say why.
      const output = () => ('exitCode' in error ? [endOf(error), ...this.#takeOutput(file)] : [])
      this.#failures.push({ path: this.#pathOf(data), place, error, output })
    }
    return this.#line('✖', data)
  }

  summary({ file, counts, duration_ms, success }: Data<'test:summary'>): string {
    if (file !== undefined) {
      const output = success ? '' : this.#outputOf(file)
      const isGroup = this.#isGroup
      this.#isGroup = false
      // The files of a group have their lines already.
      if (isGroup) return output
      this.#files++
      return showTests ? output : this.#fileLine(success ? '✔' : '✖', shorten(file), counts.tests, duration_ms) + output
    }
    const { tests, skipped } = counts
    const numbers = [
      `${tests} tests${this.#files > 0 ? ` in ${this.#files} files` : ''}`,
      `${this.#failures.length} failed`,
    ]
    if (skipped > 0) numbers.push(`${skipped} skipped`)
    this.#files = 0
    return `${this.#describeFailures()}\n${numbers.join(', ')}, ${seconds(duration_ms)}\n${isWatching ? 'waiting for changes\n' : ''}`
  }

  /** A failed test always has a line, so that it is seen before the run has ended. */
  #line(mark: '✔' | '✖', data: Data<'test:pass'> | Data<'test:fail'>): string {
    const { duration_ms, type } = data.details
    if (isFile(data)) {
      const tests = this.#testsOfFile
      this.#testsOfFile = 0
      this.#isGroup = true
      this.#files++
      return showTests ? '' : this.#fileLine(mark, data.name, tests, duration_ms)
    }
    if (type === 'suite') return ''
    this.#testsOfFile++
    if (mark === '✔' && !showTests) return ''
    return `${mark} ${this.#pathOf(data).join(' › ')} (${Math.round(duration_ms)} ms)\n`
  }

  #fileLine(mark: string, file: string, tests: number, durationMs: number): string {
    return `${mark} ${file} (${tests} tests, ${seconds(durationMs)})\n`
  }

  #describeFailures(): string {
    const described = this.#failures.map(failure => describeFailure(failure, ROOT))
    this.#failures = []
    return described.length === 0 ? '' : `\nFailed:\n\n${described.join('\n')}`
  }

  #pathOf({ nesting, name }: Data<'test:pass'> | Data<'test:fail'>): string[] {
    const path = [...this.#names.slice(0, nesting), name]
    const [first = '', ...rest] = path
    return rest.length > 0 && isFile({ name: first, nesting: 0 }) ? rest : path
  }

  #outputOf(file: string): string {
    const lines = this.#takeOutput(file)
    return lines.length === 0 ? '' : `  output of the process:\n${lines.slice(-OUTPUT_LINES_MAX).join('\n')}\n`
  }

  #takeOutput(file: string): string[] {
    const text = (this.#outputs.get(file) ?? '').trim()
    this.#outputs.delete(file)
    return text === '' ? [] : text.split('\n')
  }
}
