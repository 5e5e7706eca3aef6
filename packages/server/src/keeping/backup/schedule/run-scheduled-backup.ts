import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AppContext } from '../../../platform/context.ts'
import { errorMessage } from '../../../platform/core/errors.ts'
import { isBackupRunning } from '../../../platform/db/backup-lock.ts'
import { type BackupRun, findLastRuns, finishRun, insertRun } from '../run-store.ts'
import { isBackupDue, isBackupOverdue, isVerificationDue } from './next-backup.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../../galley.mjs', import.meta.url))
const WARN_EVERY_MS = 60 * 60_000
/** Less than the server itself has, so that it leaves no process. */
const STOP_WITHIN_MS = 5000

/** Checks every minute whether a backup is due. */
export class ScheduledBackup {
  readonly #context: AppContext
  readonly #since: Date
  #warnedAt = 0

  constructor(context: AppContext) {
    this.#context = context
    this.#since = context.clock.now()
  }

  async run(): Promise<void> {
    const { db, settings, clock, log } = this.#context
    const { schedule, to } = settings.backup
    if (schedule === undefined || to === undefined) return
    const [runs, now] = [await findLastRuns(db), clock.now()]
    if (isBackupOverdue(schedule, runs, now, this.#since) && now.getTime() > this.#warnedAt + WARN_EVERY_MS) {
      this.#warnedAt = now.getTime()
      const last = runs.lastSuccess?.started_at.toISOString() ?? 'never'
      log.warn({ last_error: runs.last?.error }, `a backup is overdue; the last successful one: ${last}`)
    }
    if (!isBackupDue(schedule, runs, now) || (await isBackupRunning(db))) return
    const { signal } = this.#context.shutdown
    if (signal.aborted) return
    const started = performance.now()
    const options = isVerificationDue(settings.backup.verify, runs, now) ? ['--verify'] : []
    const { code, said } = await this.#runInChild(options, signal)
    if (code === 0) {
      log.info(`created a backup in ${Math.round((performance.now() - started) / 1000)} s: ${said.trim()}`)
      const reason = findInJson(said, ({ removal_error }) => removal_error)
      if (reason !== undefined) log.warn(`the backup was created, but older ones could not be deleted: ${reason}`)
      return
    }
    const message =
      findInJson(said, ({ error }) => error?.message) ?? (said.trim() || 'its process ended without a message')
    if (signal.aborted) return log.info('the scheduled backup was ended, because the server stops')
    log.error(`the scheduled backup failed: ${message}`)
    await this.#recordFailure(runs.last, to, message)
  }

  /** Records an attempt that failed before it could record itself, for example because the key is missing. */
  async #recordFailure(before: BackupRun | undefined, to: string, message: string): Promise<void> {
    const { db } = this.#context
    const { last } = await findLastRuns(db)
    if (last?.id !== before?.id || (await isBackupRunning(db))) return
    const run = await insertRun(db, to)
    if (run !== undefined) await finishRun(db, run, { error: message })
  }

  /** In a process of its own, so that its memory and its work do not slow down requests. */
  async #runInChild(options: readonly string[], signal: AbortSignal): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, [PROGRAM, 'backup', 'create', '--json', ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    const said = { result: '', errors: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.result += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.errors = (said.errors + text).slice(-2000)
    })
    let killing: NodeJS.Timeout | undefined
    const stop = () => {
      child.kill('SIGTERM')
      killing = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    }
    signal.addEventListener('abort', stop)
    try {
      const [code] = await once(child, 'close')
      return { code, said: said.result + said.errors }
    } catch (error) {
      return { code: null, said: `its process could not start: ${errorMessage(error)}` }
    } finally {
      signal.removeEventListener('abort', stop)
      clearTimeout(killing)
    }
  }
}

interface Said {
  readonly error?: { readonly message?: string }
  readonly removal_error?: string
}

/** A value in what the command has printed as JSON; undefined if it is not there. */
function findInJson(said: string, value: (line: Said) => string | undefined): string | undefined {
  for (const line of said.split('\n')) {
    try {
      const found = value(JSON.parse(line))
      if (found !== undefined) return found
    } catch {
      // Another line: a warning, or a stack.
    }
  }
  return undefined
}
