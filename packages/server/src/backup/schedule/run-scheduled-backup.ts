import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AppContext } from '../../context.ts'
import { isBackupRunning } from '../../db/backup-lock.ts'
import { findLastRuns } from '../run-store.ts'
import { isBackupDue, isBackupOverdue } from './next-backup.ts'

const PROGRAM = fileURLToPath(new URL('../../../../../galley.mjs', import.meta.url))
const WARN_EVERY_MS = 60 * 60_000

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
    const begun = performance.now()
    const { code, said } = await this.#runInChild()
    if (code === 0) log.info(`created a backup in ${Math.round((performance.now() - begun) / 1000)} s: ${said.trim()}`)
    else log.error(`the scheduled backup failed: ${said.trim()}`)
  }

  /** In a process of its own, so that its memory and its work do not slow down requests. */
  async #runInChild(): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, [PROGRAM, 'backup', 'create', '--json'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-2000)
      })
    }
    const stop = () => child.kill('SIGTERM')
    this.#context.shutdown.signal.addEventListener('abort', stop)
    try {
      const [code] = await once(child, 'close')
      return { code, said }
    } finally {
      this.#context.shutdown.signal.removeEventListener('abort', stop)
    }
  }
}
