import { sql } from 'kysely'
import { evaluateSoak, paceOf } from './soak/evaluate-soak.ts'
import { SETTLE_TIMEOUT_S, settledOpenResources } from './soak/open-resources.ts'
import { traffic } from './soak/traffic.ts'
import { number, readCommandLine } from './support/command-line.ts'
import { createPosts, makeAuthor, openInstallation } from './support/installation.ts'
import { residentBytes } from './support/process-usage.ts'
import { startReceiver } from './support/receiver.ts'
import { log, percentile, report } from './support/report.ts'
import { seedPosts } from './support/seed-posts.ts'
import { type Slice, startRunner } from './support/slices.ts'

const SLICE_SECONDS = 5
const WARM_UP_SECONDS = 20
const SEEDED_POSTS = 10_000
const OWN_POSTS = 200
const CONNECTIONS = 16
const WEBHOOKS = 3

const { values, resultsName } = readCommandLine({
  name: 'soak',
  about: `Sends mixed traffic at a steady rate. Exits with code 1 if a request failed, if memory grew, or if a connection or file
handle stayed open. Takes about 3 minutes longer than the traffic.`,
  options: {
    minutes: number('how long the traffic lasts', { standard: 10, least: 0.5 }),
    rate: number('requests a second', { standard: 300, least: 1 }),
  },
})
const { minutes, rate: perSecond } = values

log('starting the server and creating posts')
const { galley, context, close } = await openInstallation()
await seedPosts(context.db, SEEDED_POSTS, () => {})
const receiver = await startReceiver()
const urls = Array.from({ length: WEBHOOKS }, (_, i) => `${receiver.url}/${i}`)
const author = await makeAuthor(context, { urls, events: ['post.published', 'post.updated'] })
const posts = (await createPosts(context, galley, author, OWN_POSTS)).map(({ id }) => id)
const load = await startRunner(`${import.meta.dirname}/support/load-process.ts`, {
  url: galley.url,
  connections: CONNECTIONS,
  perSecond,
  reconnects: true,
  tolerant: true,
  ...traffic({ author, posts }),
})
try {
  log(`warming up for ${WARM_UP_SECONDS} s`)
  await load.run({ seconds: WARM_UP_SECONDS })
  log(`waiting until the server has closed its idle connections, up to ${SETTLE_TIMEOUT_S} s`)
  const before = await settledOpenResources(context, galley)
  const { slices, residentMB } = await runFor(minutes)
  log(`waiting again until idle connections are closed, up to ${SETTLE_TIMEOUT_S} s`)
  const after = await settledOpenResources(context, galley, before)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from deliveries d left join undelivered u on u.delivery_id = d.id
    where u.delivery_id is not null or d.attempt_count > 1`.execute(context.db)
  const warnings = galley.warnings
  const checks = evaluateSoak({ slices, residentMB, before, after, warnings, troubledDeliveries: rows[0]?.count ?? 0 })
  const failedRequests = slices.map(slice => slice.failures).filter(some => Object.keys(some).length > 0)
  report(resultsName, {
    tables: {
      Checks: checks.map(({ what, reached, ...figures }) => {
        return { [`${minutes} minutes at ${perSecond}/s`]: what, ...figures, verdict: reached ? 'reached' : 'missed' }
      }),
      Pace: paceOf(slices),
    },
    figures: { residentMB, warnings, failedRequests },
    failures: [
      ...checks.filter(({ reached }) => !reached).map(({ what, measured }) => `${what}: ${measured}`),
      ...failedRequests.map(some => JSON.stringify(some)),
      ...warnings,
    ],
    passed: 'every check passed',
  })
} finally {
  load.close()
  receiver.close()
  await close()
}

async function runFor(minutes: number): Promise<{ slices: Slice[]; residentMB: number[] }> {
  const slices: Slice[] = []
  const residentMB: number[] = []
  const sampling = setInterval(() => residentMB.push(residentBytes(galley.pid) / 2 ** 20), 1000)
  const startedMs = performance.now()
  const elapsed = () => (performance.now() - startedMs) / 60_000
  while (elapsed() < minutes) {
    const slice = await load.run({ seconds: SLICE_SECONDS })
    slices.push(slice)
    const failed = Object.values(slice.failures).reduce((sum, count) => sum + count, 0)
    const p99 = percentile(slice.latenciesMs, 99)
    log(
      `${elapsed().toFixed(1).padStart(5)} of ${minutes} min: ${(slice.done / slice.seconds).toFixed(0)}/s, ` +
        `p99 ${p99.toFixed(1)} ms, ${residentMB.at(-1)?.toFixed(0)} MB, ${failed} failed`,
    )
  }
  clearInterval(sampling)
  return { slices, residentMB }
}
