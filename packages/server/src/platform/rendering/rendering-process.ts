import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import type { Page, RenderingLimit } from '@galley/markdown/page'

export interface RenderRequest {
  readonly content: string
  readonly paywallMarker?: string
  readonly highlight: boolean
  /** The text exceeds this limit and becomes plain paragraphs. */
  readonly exceeded?: RenderingLimit
}

export interface RenderResult {
  readonly page: Page
  readonly heapBytes: number
}

/** Limits for one text: CPU time and elapsed time. */
export interface TimeLimits {
  readonly attemptCpuMs: number
  readonly attemptMs: number
}

/** The attempt failed because of the text, so it would fail again. */
export class LimitExceededError extends Error {
  override readonly name = 'LimitExceededError'
  readonly limit: RenderingLimit

  constructor(limit: RenderingLimit) {
    super(`rendering took too much ${limit}`)
    this.limit = limit
  }
}

/** Enough for every text of the allowed length but a few hostile ones. V8 aborts the process beyond that. */
const HEAP_MB = 192

/**
 * A process that renders Markdown. Unlike a thread it can run out of memory without ending the server, and its memory
 * is returned to the system when it ends.
 */
export class RenderingProcess {
  readonly #child: ChildProcess
  /** What V8 wrote before it ended the process. */
  #lastWords = ''

  constructor() {
    const cache = getCompileCacheDir()
    this.#child = fork(new URL('./render-in-child.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--max-semi-space-size=16'],
      // Not the server's environment, which contains secrets.
      env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS_CHARACTERS)
    })
    // Each render call has its own listeners.
    this.#child.on('error', () => {})
  }

  get running(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null && this.#child.connected
  }

  /** Rejects if the text exceeds a limit or the process ends. The process must be ended then. */
  render(request: RenderRequest, { attemptCpuMs, attemptMs }: TimeLimits): Promise<RenderResult> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderResult>()
    const child = this.#child
    const cpuWatch = watchCpu(child.pid, attemptCpuMs, () => reject(new LimitExceededError('time')))
    // The machine may be busy, so this says nothing about the text.
    const tooBusy = () => reject(new Error('rendering got too little CPU time'))
    const limit = setTimeout(tooBusy, attemptMs)
    const ended = (code: number | null, signal: string | null) => {
      // V8 also aborts when the system has no memory for it.
      const isText = HEAP_IS_FULL.test(this.#lastWords)
      const reason = `the rendering process ended with ${code ?? signal}: ${this.#lastWords}`
      reject(isText ? new LimitExceededError('memory') : new Error(reason))
    }
    // Unlike 'exit', 'close' comes after all that the process has written.
    child.once('message', resolve).once('error', reject).once('close', ended)
    this.#keepServerAlive(true)
    child.send(request, error => error !== null && reject(error))
    return promise.finally(() => {
      clearTimeout(limit)
      clearInterval(cpuWatch)
      child.off('message', resolve).off('error', reject).off('close', ended)
      this.#keepServerAlive(false)
    })
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return
    this.#child.ref()
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }

  /** An idle process does not keep the server alive. */
  #keepServerAlive(isBusy: boolean): void {
    if (isBusy) {
      this.#child.ref()
      this.#child.channel?.ref()
    } else {
      this.#child.unref()
      this.#child.channel?.unref()
    }
  }
}

/** V8's last message if the heap has reached `HEAP_MB`. */
const HEAP_IS_FULL = /FATAL ERROR: .*heap limit/
const LAST_WORDS_CHARACTERS = 10_000

const CPU_CHECK_MS = 250
const MS_PER_TICK = 10

/** Calls back when the process has used this much CPU time from now on. It is known on Linux only. */
function watchCpu(pid: number | undefined, limitMs: number, onExceeded: () => void): NodeJS.Timeout {
  let first: number | undefined
  const check = async () => {
    const usedMs = await cpuMsOf(pid)
    first ??= usedMs
    if (usedMs - first > limitMs) onExceeded()
  }
  return setInterval(() => void check().catch(() => {}), CPU_CHECK_MS)
}

/** User and system time, fields 14 and 15 of the process's `stat`, counted after the name in brackets. */
async function cpuMsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}
