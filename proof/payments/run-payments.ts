import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inParallel } from '@galley/server/testing/in-parallel'
import { FakeStripe } from '@galley/server/testing/payments/fake-stripe'
import { stripeEnvironment } from '@galley/server/testing/payments/stripe-environment'
import { createServerProcess, type ServerProcess } from '@galley/server/testing/processes/server-process'
import { SeededRandom } from '@galley/server/testing/seeded-random'
import { log } from '../support/report.ts'
import { type Buyer, buyAndChange, type Market, openMarket } from './buyers.ts'
import { compare } from './compare.ts'
import { measureAccess } from './measure-access.ts'
import { Reports } from './reports.ts'

const BUYERS = 20
const AT_ONCE = 6
const KILLS = 40
/** Bought first, without disturbance, to measure how long access takes. */
const MEASURED = 50

export interface PaymentsReport {
  readonly counts: Readonly<Record<string, number>>
  readonly failures: readonly string[]
}

export async function runPayments(purchases: number, seed: string): Promise<PaymentsReport> {
  const random = new SeededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'galley-payments-'))
  const stripe = await FakeStripe.start()
  const server = await createServerProcess({
    ...stripeEnvironment(folder, stripe.url),
    DEFAULT_PLAN: 'pro_plus',
    ...Object.fromEntries(['REQUESTS', 'SIGNUPS', 'LOGINS', 'PURCHASES'].map(name => [`RATE_LIMIT_${name}`, '0'])),
  })
  try {
    await server.start()
    const market = await openMarket(server.url, BUYERS, Math.ceil(purchases / BUYERS))
    const pairs = market.posts.flatMap(post => market.buyers.map(buyer => ({ buyer, post }))).slice(0, purchases)
    const reports = new Reports(stripe, server.url, random.branch('reports'))
    const times = await measureAccess(server.url, stripe, pairs.slice(0, MEASURED))
    const disturbedPairs = pairs.slice(MEASURED)
    let done = 0
    const work = async () => {
      const delivering = reports.deliver()
      await inParallel(
        disturbedPairs,
        async pair => {
          await buyAndChange(market, stripe, pair, random.branch(pairName(pair)))
          done++
        },
        AT_ONCE,
      )
      reports.finish()
      await delivering
    }
    const kills = await disturbed(server, random.branch('kills'), {
      total: disturbedPairs.length,
      done: () => done,
      working: work(),
    })
    log(`${pairs.length} purchases, ${kills} kills; now the reconciler makes up for lost reports`)
    await settle(server)
    const failures = await compare(market, stripe, server)
    const counts = { purchases: pairs.length, checkouts: stripe.sessions.size, kills, ...reports.counts, ...times }
    return { counts, failures }
  } finally {
    await server.close()
    await stripe.close()
    rmSync(folder, { recursive: true })
  }
}

const pairName = ({ buyer, post }: { buyer: Buyer; post: Market['posts'][number] }) => `${buyer.name} ${post.id}`

/**
 * Kills the server, sometimes with its database, and starts it again. The moments are spread over the purchases, so that the
 * duration of the whole does not depend on how fast the server starts.
 */
async function disturbed(
  server: ServerProcess,
  random: SeededRandom,
  { total, done, working }: { total: number; done: () => number; working: Promise<void> },
): Promise<number> {
  let isFinished = false
  const finished = working
    .catch(() => {})
    .finally(() => {
      isFinished = true
    })
  const moments = random.sample(
    Array.from({ length: total }, (_, i) => i),
    KILLS,
  )
  let kills = 0
  for (const moment of moments) {
    while (done() < moment && !isFinished) await Promise.race([finished, pause(5)])
    await Promise.race([finished, pause(random.between(0, 300))])
    if (isFinished) break
    await server.kill({ database: random.chance(0.3) })
    kills++
    log(`kill ${kills} after ${done()} purchases`)
    await server.start()
  }
  await working
  return kills
}

const SETTLE_WITHIN_MS = 10 * 60_000

/** The job runs every minute, and leaves purchases alone for their first minute. */
async function settle(server: ServerProcess): Promise<void> {
  const deadline = Date.now() + SETTLE_WITHIN_MS
  await pause(61_000)
  for (;;) {
    await server.operator('jobs', 'run', 'reconcile-payments')
    const [row] = await server.query(`
      select count(*)::int as open from purchases
      where (status = 'pending' and (checked_at is null or checked_at < now() - interval '5 minutes'))
        or (refund_requested_at is not null and status = 'paid')`)
    if (row?.['open'] === 0) return
    if (Date.now() > deadline) throw new Error(`${row?.['open']} purchases were not reconciled`)
  }
}
