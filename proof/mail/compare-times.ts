import { createLogger, openDatabase } from '@galley/server/testing/installation'
import { DataFolder, NO_RATE_LIMITS, ServerProcess } from '@galley/server/testing/processes/galley-process'
import { SeededRandom } from '@galley/server/testing/seeded-random'
import { sql } from 'kysely'
import { median } from '../support/report.ts'

export interface TimingRow {
  readonly request: string
  readonly tries: number
  readonly 'known, median ms': string
  readonly 'unknown, median ms': string
  /** Of the rank sum test; beyond ±3.3 the two differ with 99.9 % certainty. */
  readonly z: string
  readonly verdict: 'no difference' | 'DIFFERENT'
}

const KNOWN = 'k'
const Z_LIMIT = 3.3
const WARM_UP = 30

/**
 * Measures whether the time of an answer tells known addresses from unknown ones. Both kinds alternate at random, and each
 * address is used once, as by somebody who tries a list: a repeated request is answered faster whether its address is known or not.
 */
export async function compareTimes(tries: number, seed: string): Promise<TimingRow[]> {
  const random = new SeededRandom(seed)
  const folder = new DataFolder()
  const server = await ServerProcess.ready({
    DATA_DIR: folder.path,
    // Nothing listens there: mails are queued, and their sending does not disturb the measurement.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'galley@example.com',
    ...NO_RATE_LIMITS,
  })
  const post = async (path: string, body: object) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.text()
  }
  try {
    await post('/api/v1/signup', { username: 'first', email: 'first@example.com', password: 'correct horse battery' })
    await copyFirstAccount(folder, WARM_UP + tries)
    const measure = async (request: string, send: (email: string) => Promise<void>): Promise<TimingRow> => {
      const times: { known: boolean; ms: number }[] = []
      for (let i = -WARM_UP; i < tries; i++) {
        const known = random.between(0, 1) === 0
        const email = `${known ? KNOWN : 'n'}${i + WARM_UP}@example.com`
        const begun = performance.now()
        await send(email)
        if (i >= 0) times.push({ known, ms: performance.now() - begun })
      }
      const z = rankSum(times)
      return {
        request,
        tries,
        'known, median ms': medianOf(times, true),
        'unknown, median ms': medianOf(times, false),
        z: z.toFixed(2),
        verdict: Math.abs(z) < Z_LIMIT ? 'no difference' : 'DIFFERENT',
      }
    }
    return [
      await measure('POST /password-reset', email => post('/api/v1/password-reset', { email })),
      await measure('POST /session, wrong password', login =>
        post('/api/v1/session', { login, password: 'wrong one' }),
      ),
    ]
  } finally {
    await server.stop('SIGKILL')
    folder.remove()
  }
}

/** With the same password, because signing up that many times would take long. */
async function copyFirstAccount(folder: DataFolder, count: number): Promise<void> {
  const { db, close } = openDatabase(folder.connection(), { poolMax: 1 }, await createLogger('silent'))
  try {
    await sql`
      insert into users (id, username, email, display_name, password_hash, plan)
      select gen_random_uuid(), 'copy_' || n, ${KNOWN} || n || '@example.com', display_name, password_hash, plan
      from users, generate_series(0, ${count}::int) n where username = 'first'`.execute(db)
    await sql`analyze users`.execute(db)
  } finally {
    await close()
  }
}

type Times = readonly { readonly known: boolean; readonly ms: number }[]

function medianOf(times: Times, known: boolean): string {
  return median(times.filter(time => time.known === known).map(({ ms }) => ms)).toFixed(2)
}

/** Mann and Whitney: how far the ranks of the known ones are from those of a random order, in standard deviations. */
function rankSum(times: Times): number {
  const ranked = times.toSorted((a, b) => a.ms - b.ms)
  const known = ranked.filter(time => time.known).length
  const others = ranked.length - known
  let sum = 0
  for (const [i, time] of ranked.entries()) if (time.known) sum += i + 1
  const mean = (known * (ranked.length + 1)) / 2
  return (sum - mean) / Math.sqrt((known * others * (ranked.length + 1)) / 12)
}
