import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createContext,
  createLogger,
  type Db,
  openDatabase,
  readSettings,
  transact,
} from '@galley/server/testing/installation'
import { freePort } from '@galley/server/testing/network/free-port'
import { DataFolder, NO_RATE_LIMITS, ServerProcess, until } from '@galley/server/testing/processes/galley-process'
import { SeededRandom } from '@galley/server/testing/seeded-random'
import { TEST_SECRET_KEY } from '@galley/server/testing/test-database'
import { queueMails } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import { log } from '../support/report.ts'
import { forkProcess } from '../support/slices.ts'

export interface MailReport {
  readonly mails: number
  readonly kills: Readonly<Record<'workers killed' | 'SMTP servers killed', number>>
  readonly sent: number
  readonly uncertain: number
  /** Of the uncertain ones, how many the SMTP server had accepted. */
  readonly 'uncertain, arrived': number
  readonly twice: readonly string[]
  readonly lost: readonly string[]
  readonly seconds: number
}

const BATCH = 500
const MOST_BETWEEN_KILLS = 500
const LONGEST_WITHOUT_KILL_MS = 20_000
const POLL_MS = 20

/** Sends mails while worker and SMTP server are killed, and compares what arrived with the states of the mails. */
export async function killSenders(mails: number, seed: string): Promise<MailReport> {
  const random = new SeededRandom(seed)
  const folder = new DataFolder()
  const scratch = mkdtempSync(join(tmpdir(), 'galley-mail-'))
  const inbox = join(scratch, 'inbox')
  writeFileSync(inbox, '')
  const port = String(await freePort())
  const mailEnv = {
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'galley@example.com',
    MAIL_RETRY_SCHEDULE: '1s,1s,1s,1s,1s,1s,1s,1s',
  }
  const common = { SECRET_KEY: TEST_SECRET_KEY, LOG_LEVEL: 'info', ...NO_RATE_LIMITS }
  const startSmtp = () => forkProcess(join(import.meta.dirname, 'smtp-process.ts'), [port, inbox])
  const database = await ServerProcess.ready({ DATA_DIR: folder.path, ...common })
  const connection = folder.connection()
  const workerEnv = { ROLE: 'worker', DATA_DIR: folder.path, DATABASE_URL: folder.databaseUrl, ...common, ...mailEnv }
  const opened = openDatabase(connection, { poolMax: 4 }, await createLogger('silent'))
  const { db } = opened
  const begun = performance.now()
  const kills = { 'workers killed': 0, 'SMTP servers killed': 0 }
  let smtp = startSmtp()
  let worker = new ServerProcess(workerEnv)
  try {
    const settings = readSettings({ DATABASE_URL: folder.databaseUrl, DATA_DIR: folder.path, ...common, ...mailEnv })
    const context = await createContext(settings, await createLogger('silent'), connection, db)
    for (let from = 0; from < mails; from += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, mails - from) }, (_, i) => ({
        kind: 'proof',
        userId: null,
        address: `r${from + i}@example.com`,
        language: null,
        text: () => ({ subject: `Mail ${from + i}`, paragraphs: ['Hello'], footer: [] }),
      }))
      await transact(context, (trx, notify) => queueMails(context, trx, notify, batch))
    }
    log(`${mails} mails are queued`)
    const left = async () => {
      const { rows } = await sql<{ left: number }>`
        select count(*)::int as left from mails where state in ('queued', 'sending')`.execute(db)
      return rows[0]?.left ?? 0
    }
    for (let rest = mails; rest > 0; ) {
      // By progress and not by time: on a slow machine, processes that are killed too often do nothing but start.
      const goal = rest - random.between(1, MOST_BETWEEN_KILLS)
      const latest = performance.now() + LONGEST_WITHOUT_KILL_MS
      do {
        await pause(POLL_MS)
        rest = await left()
      } while (rest > Math.max(goal, 0) && performance.now() < latest)
      if (random.between(0, 1) === 0) {
        kills['workers killed']++
        worker.child.kill('SIGKILL')
        await worker.exited
        worker = new ServerProcess(workerEnv)
        await worker.untilReady()
      } else {
        kills['SMTP servers killed']++
        smtp.kill('SIGKILL')
        await once(smtp, 'exit')
        smtp = startSmtp()
      }
      // The last mails wait for the end of their leases; without a break they would be killed again and again.
      rest = await left()
      log(`${rest} left, ${kills['workers killed']} workers and ${kills['SMTP servers killed']} SMTP servers killed`)
      if (rest > mails / 50) continue
      await until('all mails have ended', async () => (await left()) === 0, 120_000)
      rest = 0
    }
    return {
      ...(await compare(inbox, db, mails)),
      mails,
      kills,
      seconds: Math.round((performance.now() - begun) / 1000),
    }
  } finally {
    smtp.kill('SIGKILL')
    await worker.stop('SIGKILL')
    await opened.close()
    await database.stop()
    folder.remove()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function compare(inbox: string, db: Db, mails: number) {
  const arrivals = new Map<string, number>()
  for (const address of readFileSync(inbox, 'utf8').split('\n').filter(Boolean)) {
    arrivals.set(address, (arrivals.get(address) ?? 0) + 1)
  }
  const { rows } = await sql<{ address: string; state: string }>`select address, state from mails`.execute(db)
  const uncertain = rows.filter(({ state }) => state === 'uncertain').map(({ address }) => address)
  const known = new Set(uncertain)
  const all = Array.from({ length: mails }, (_, i) => `r${i}@example.com`)
  return {
    sent: rows.filter(({ state }) => state === 'sent').length,
    uncertain: uncertain.length,
    'uncertain, arrived': uncertain.filter(address => arrivals.has(address)).length,
    twice: [...arrivals].filter(([, count]) => count > 1).map(([address]) => address),
    lost: all.filter(address => !arrivals.has(address) && !known.has(address)),
  }
}
