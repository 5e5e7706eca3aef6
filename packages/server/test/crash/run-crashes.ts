import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { type CommittedEvent, compareArrivals } from '../support/arrivals.ts'
import { until } from '../support/galley-process.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { SeededRandom } from '../support/seeded-random.ts'
import { assembleCast, type Cast, WEBHOOKS_OF_THE_AUTHOR } from './cast.ts'
import { Installation } from './installation.ts'
import { checkCleanStart, checkWholeness } from './invariants.ts'
import { Ledger } from './ledger.ts'
import { VICTIMS, victimsFor } from './victims.ts'

/** So much must have been acknowledged since the last crash before the next one comes. */
const LEAST_BETWEEN = 25

interface Round {
  readonly victim: string
  readonly readyMs: number
}

export async function runCrashes(rounds: number, seed: string) {
  console.log(`${rounds} rounds, seed ${seed}`)
  const begun = performance.now()
  const ledger = new Ledger()
  const random = new SeededRandom(seed)
  const receiver = await startReceiver()
  behaveNormally(receiver, random.branch('receiver'))
  const installation = new Installation(ledger)
  try {
    await installation.bringUp()
    const cast = await assembleCast(installation, ledger, random, receiver.url)
    for (const actor of cast.actors) actor.start()
    const done = await crashAgainAndAgain(installation, cast, ledger, random.branch('rounds'), rounds)
    console.log('looking at everything that was ever promised …')
    for (const actor of cast.actors) await actor.finish()
    const arrivals = await checkArrivals(installation, cast, receiver, ledger)
    await checkWholeness(installation, ledger)
    await checkOrderlyEnd(installation, ledger)
    return {
      seed,
      rounds,
      seconds: Math.round((performance.now() - begun) / 1000),
      victims: summaryOf(done),
      requests: [...ledger.tallies].map(([kind, { acknowledged, cutOff }]) => ({
        kind,
        acknowledged,
        'cut off': cutOff,
      })),
      promises: [...ledger.checks].map(([promise, looks]) => {
        return { promise, looks, broken: ledger.misses.filter(miss => miss.startsWith(`${promise}: `)).length }
      }),
      afterwards: {
        ...arrivals,
        'latest schedule, ms': Math.round(cast.scheduler.latestMs),
        'files nobody was told of': cast.uploader.untoldFiles,
      },
      misses: ledger.misses.map(miss => {
        const [, requestId] = /request (\S+)$/.exec(miss) ?? []
        return requestId === undefined ? miss : `${miss} ${installation.logOf(requestId)}`
      }),
    }
  } finally {
    const keepData = ledger.misses.length > 0
    await installation.destroy({ keepData })
    if (keepData) console.log(`the data is kept in ${installation.dataDir}`)
    await receiver.close()
  }
}

/** Slow enough that a crash finds requests on their way, and now and then a failure, so that retries are among them. */
function behaveNormally(receiver: Receiver, random: SeededRandom): void {
  receiver.behave((_request, response, { headers }) => {
    const isRefused = headers['x-service-attempt'] === '1' && random.chance(0.03)
    setTimeout(() => response.writeHead(isRefused ? 503 : 204).end(), random.below(30))
  })
}

async function crashAgainAndAgain(
  installation: Installation,
  { actors }: Cast,
  ledger: Ledger,
  random: SeededRandom,
  rounds: number,
): Promise<Round[]> {
  const done: Round[] = []
  for (const victim of victimsFor(rounds, random)) {
    const before = ledger.totalAcknowledged
    await until('requests are answered again', () => ledger.totalAcknowledged >= before + LEAST_BETWEEN)
    await pause(random.below(1500))
    installation.assertAlive()
    await VICTIMS[victim]?.(installation, random)
    const readyMs = await installation.bringUp()
    done.push({ victim, readyMs })
    checkCleanStart(installation, ledger)
    await checkWholeness(installation, ledger)
    await Promise.all(actors.map(actor => actor.auditRecent()))
    const counts = `${ledger.totalAcknowledged} acknowledged, ${ledger.totalCutOff} cut off, ${ledger.misses.length} misses`
    console.log(
      `${`${done.length}`.padStart(3)}/${rounds}  ${victim.padEnd(34)} ready after ${seconds(readyMs)} s  ${counts}`,
    )
  }
  return done
}

/** Waits until every delivery has come to its end, then compares. */
async function checkArrivals(installation: Installation, { authorId }: Cast, receiver: Receiver, ledger: Ledger) {
  const begun = performance.now()
  const unsettled = () =>
    installation.look(async db => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from undelivered where due_at is not null`.execute(db)
      return rows[0]?.count
    })
  await until('every delivery has come to its end', async () => (await unsettled()) === 0)
  const settledMs = performance.now() - begun
  const { rows } = await installation.look(db =>
    sql<CommittedEvent>`select event_id, name, body from events where author_id = ${authorId}`.execute(db),
  )
  const { misses, expected, duplicates } = compareArrivals(rows, WEBHOOKS_OF_THE_AUTHOR, receiver.received)
  ledger.check('every event arrives wherever it was asked for', misses.length === 0, () =>
    misses.slice(0, 5).join('; '),
  )
  return {
    events: rows.length,
    deliveries: expected,
    'of them twice': duplicates,
    'settled after, s': seconds(settledMs),
  }
}

/** Told to stop, both end in order; nothing is left running, and what is there starts again. */
async function checkOrderlyEnd(installation: Installation, ledger: Ledger): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const codes = await installation.stop()
    ledger.check(
      'told to stop, all end in order',
      codes.every(code => code === 0),
      () => codes.join(', '),
    )
    const left = installation.folder.processes()
    ledger.check('nothing is left running', left.length === 0, () => left.join(', '))
    if (time === 0) await installation.bringUp()
  }
}

function summaryOf(rounds: readonly Round[]) {
  return Object.keys(VICTIMS).map(killed => {
    const times = rounds.filter(({ victim }) => victim === killed).map(({ readyMs }) => readyMs)
    const sorted = times.toSorted((a, b) => a - b)
    const [median, worst] = [sorted[times.length >> 1], sorted.at(-1)]
    return { killed, rounds: times.length, 'ready again, s': seconds(median), worst: seconds(worst) }
  })
}

const seconds = (ms: number | undefined): string => (ms === undefined ? '–' : (ms / 1000).toFixed(1))
