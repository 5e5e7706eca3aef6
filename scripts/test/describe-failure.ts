import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const LINES_MAX = 40
const LINE_MAX_CHARACTERS = 300
const FRAMES_MAX = 5

export interface Failure {
  /** The names of the suites and of the test. */
  readonly path: readonly string[]
  /** Relative to the project, with line and column. */
  readonly place: string
  readonly error: unknown
  /** What the file has printed, if the file as a whole has failed. */
  readonly output: () => readonly string[]
}

/** The name, the place, the message with its difference, and where in our own code it happened. */
export function describeFailure({ path, place, error, output }: Failure, root: string): string {
  const cause = rootCause(error)
  const text = [messageOf(cause), ...output()].join('\n')
  const message = limit(stripVTControlCharacters(text).trimEnd().split('\n'))
  const frames = ownFrames(cause, root).map(frame => `at ${frame}`)
  const details = [place, '', ...message, ...(frames.length > 0 ? ['', ...frames] : [])]
  return [`✖ ${path.join(' › ')}`, ...details.map(line => (line === '' ? '' : `    ${line}`)), ''].join('\n')
}

/** The test runner wraps the error of a test. */
function rootCause(error: unknown): unknown {
  const isWrapper = error instanceof Error && 'failureType' in error && error.cause !== undefined
  return isWrapper ? error.cause : error
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isAssertion = error.name === 'AssertionError' || ('code' in error && error.code === 'ERR_ASSERTION')
  const reason = error.cause instanceof Error ? `\ncaused by ${error.cause.name}: ${error.cause.message}` : ''
  return (isAssertion || error.name === 'Error' ? error.message : `${error.name}: ${error.message}`) + reason
}

/** A test that compares long values would otherwise print all of them. */
function limit(lines: readonly string[]): string[] {
  const shown = lines
    .slice(0, LINES_MAX)
    .map(line => (line.length > LINE_MAX_CHARACTERS ? `${line.slice(0, LINE_MAX_CHARACTERS)} …` : line))
  const left = lines.length - shown.length
  return left > 0 ? [...shown, `… ${left} more lines`] : shown
}

function ownFrames(error: unknown, root: string): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const files = [...stack.matchAll(/(file:\/\/[^\s)]+?):(\d+):(\d+)/g)].flatMap(([, url = '', line, column]) => {
    const path = relative(root, fileURLToPath(url))
    const isOwn = !path.startsWith('..') && !path.split(sep).includes('node_modules')
    return isOwn ? [`${path}:${line}:${column}`] : []
  })
  return [...new Set(files)].slice(0, FRAMES_MAX)
}
