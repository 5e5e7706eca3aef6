import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@galley/server/testing/processes/galley-process'
import { type Receiver, startReceiver } from '@galley/server/testing/receiver'
import { SeededRandom } from '@galley/server/testing/seeded-random'
import { type CommittedEvent, compareArrivals } from '@galley/server/testing/webhook-arrivals'
import { sql } from 'kysely'
import { type Actors, createActors, WEBHOOKS_OF_THE_AUTHOR } from './actors/create-actors.ts'
import { Installation } from './installation.ts'
import { checkCleanStart, checkConsistency, checkPages } from './invariants.ts'
import { KILLS, killsFor } from './kills.ts'
import { RunRecord } from './run-record.ts'

/** The next crash waits until this many requests have succeeded since the last one. */
const MIN_ACKNOWLEDGED_PER_ROUND = 25

interface Round {
  readonly killed: string
  readonly readyMs: number
}

export async function runCrashes(rounds: number, seed: string) {
  console.log(`${rounds} rounds, seed ${seed}`)
  const begun = performance.now()
  const record = new RunRecord()
  const random = new SeededRandom(seed)
  const receiver = await startReceiver()
  const gone = answerSlowly(receiver, random.branch('receiver'))
  const installation = new Installation(record)
  try {
    await installation.bringUp()
    const actors = await createActors(installation, record, random, receiver.url)
    for (const actor of actors.all) actor.start()
    const done = await runRounds(installation, actors, record, random.branch('rounds'), rounds)
    console.log('checking everything that was acknowledged …')
    for (const actor of actors.all) await actor.finish()
    const arrivals = await checkArrivals(installation, actors, receiver, record)
    checkGone(gone, receiver, record)
    await checkConsistency(installation, record)
    await checkPages(installation, record)
    await checkGracefulStop(installation, record)
    return {
      seed,
      rounds,
      seconds: Math.round((performance.now() - begun) / 1000),
      kills: summaryOf(done),
      requests: [...record.requestCounts].map(([kind, { acknowledged, interrupted }]) => ({
        kind,
        acknowledged,
        interrupted,
      })),
      checks: [...record.checks].map(([name, count]) => {
        return { check: name, count, failed: record.failures.filter(text => text.startsWith(`${name}: `)).length }
      }),
      afterwards: {
        ...arrivals,
        'latest schedule, ms': Math.round(actors.scheduler.latestMs),
        'files of unanswered uploads': actors.uploader.unacknowledgedFiles,
      },
      failures: record.failures.map(failure => {
        const [, requestId] = /request (\S+)$/.exec(failure) ?? []
        return requestId === undefined ? failure : `${failure} ${installation.logOf(requestId)}`
      }),
    }
  } finally {
    const keepData = record.failures.length > 0
    await installation.destroy({ keepData })
    if (keepData) console.log(`the data folder is kept: ${installation.dataDir}`)
    await receiver.close()
  }
}

/**
 * Responds slowly, so that crashes hit requests in flight, and sometimes with an error, so that there are retries. One path
 * sometimes wants no more attempts: returns the attempt of each delivery that was told so.
 */
function answerSlowly(receiver: Receiver, random: SeededRandom): ReadonlyMap<unknown, number> {
  const gone = new Map<unknown, number>()
  receiver.behave((_request, response, { path, headers }) => {
    const attempt = Number(headers['x-service-attempt'])
    const isGone = path === '/gone' && random.chance(0.1)
    // An attempt that is repeated after a kill may get another response.
    if (isGone) gone.set(headers['x-service-delivery'], attempt)
    else if (attempt === gone.get(headers['x-service-delivery'])) gone.delete(headers['x-service-delivery'])
    const status = isGone ? 410 : attempt === 1 && random.chance(0.03) ? 503 : 204
    setTimeout(() => response.writeHead(status).end(), random.below(30))
  })
  return gone
}

/** A server that was killed before it stored the response repeats the attempt, but there is none after it. */
function checkGone(gone: ReadonlyMap<unknown, number>, { received }: Receiver, record: RunRecord): void {
  for (const { headers } of received) {
    const [delivery, attempt] = [headers['x-service-delivery'], Number(headers['x-service-attempt'])]
    const last = gone.get(delivery)
    if (last === undefined) continue
    record.check('410 ends a delivery', attempt <= last, () => `${delivery}: attempt ${attempt} after 410 to ${last}`)
  }
}

async function runRounds(
  installation: Installation,
  { all }: Actors,
  record: RunRecord,
  random: SeededRandom,
  rounds: number,
): Promise<Round[]> {
  const done: Round[] = []
  for (const killed of killsFor(rounds, random)) {
    const before = record.totalAcknowledged
    await until('requests are answered again', () => record.totalAcknowledged >= before + MIN_ACKNOWLEDGED_PER_ROUND)
    await pause(random.below(1500))
    installation.assertAlive()
    await KILLS[killed]?.(installation, random)
    const readyMs = await installation.bringUp()
    done.push({ killed: killed, readyMs })
    checkCleanStart(installation, record)
    await checkConsistency(installation, record)
    await Promise.all(all.map(actor => actor.auditRecent()))
    const counts = `${record.totalAcknowledged} acknowledged, ${record.totalInterrupted} interrupted, ${record.failures.length} failures`
    console.log(
      `${`${done.length}`.padStart(3)}/${rounds}  ${killed.padEnd(34)} ready after ${seconds(readyMs)} s  ${counts}`,
    )
  }
  return done
}

/** Waits until no delivery is pending, then compares what was received with the events. */
async function checkArrivals(installation: Installation, { authorId }: Actors, receiver: Receiver, record: RunRecord) {
  const begun = performance.now()
  const unsettled = () =>
    installation.query(async db => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from undelivered where due_at is not null`.execute(db)
      return rows[0]?.count
    })
  await until('no delivery is pending', async () => (await unsettled()) === 0)
  const settledMs = performance.now() - begun
  const { rows } = await installation.query(db =>
    sql<CommittedEvent>`select event_id, name, body from events where author_id = ${authorId}`.execute(db),
  )
  const { failures, expected, duplicates } = compareArrivals(rows, WEBHOOKS_OF_THE_AUTHOR, receiver.received)
  record.check('every event reaches every subscribed webhook', failures.length === 0, () =>
    failures.slice(0, 5).join('; '),
  )
  return {
    events: rows.length,
    deliveries: expected,
    'delivered twice': duplicates,
    'no longer pending after, s': seconds(settledMs),
  }
}

/** Server and worker stop with code 0, leave no process running, and can be started again. */
async function checkGracefulStop(installation: Installation, record: RunRecord): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const codes = await installation.stop()
    record.check(
      'server and worker stop gracefully',
      codes.every(code => code === 0),
      () => codes.join(', '),
    )
    const left = installation.folder.processes()
    record.check('no process is left running', left.length === 0, () => left.join(', '))
    if (time === 0) await installation.bringUp()
  }
}

function summaryOf(rounds: readonly Round[]) {
  return Object.keys(KILLS).map(killed => {
    const times = rounds.filter(({ killed: name }) => name === killed).map(({ readyMs }) => readyMs)
    const sorted = times.toSorted((a, b) => a - b)
    const [median, worst] = [sorted[times.length >> 1], sorted.at(-1)]
    return { killed, rounds: times.length, 'ready again, s': seconds(median), worst: seconds(worst) }
  })
}

const seconds = (ms: number | undefined): string => (ms === undefined ? '–' : (ms / 1000).toFixed(1))
