import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '@galley/server/testing/installation'
import { INDEX_VERSION, refreshRankings } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import { type Galley, startGalley } from '../support/galley-process.ts'
import { createLoad, type Load } from '../support/load.ts'
import { cpuSeconds, familyCpuSeconds } from '../support/process-usage.ts'
import { median } from '../support/report.ts'
import type { RequestMix } from '../support/requests.ts'
import { gatherData } from './scale-data.ts'
import { REQUESTS_A_ROUND, scaleQuestions } from './scale-requests.ts'

const ROUNDS = 3
const TIDY_WITHIN_S = 60

export interface Cost {
  readonly p50Ms: number
  /** CPU time of server and database together. */
  readonly cpuMs: number
}

/** A database with this many posts, with a direct connection besides the server's. */
export interface Place {
  readonly dataDir: string
  readonly context: AppContext
  readonly size: number
}

/**
 * The cost of each request in each database, one request at a time, alternating; undefined if the server does not have
 * it.
 */
export async function measureByTurns(
  places: readonly Place[],
  log: (line: string) => void,
): Promise<ReadonlyMap<string, readonly (Cost | undefined)[]>> {
  const sides: Side[] = []
  try {
    log('  starting both servers')
    for (const place of places) sides.push(await openSide(place))
    const names = sides[0]?.lines.map(({ name }) => name) ?? []
    for (let round = 0; round < ROUNDS; round++) {
      log(`  round ${round + 1} of ${ROUNDS}`)
      for (const i of names.keys()) {
        for (const { galley, lines } of sides) await measureLine(galley, lines[i]!)
      }
    }
    return new Map(names.map((name, i) => [name, sides.map(({ lines }) => costOf(lines[i]!))]))
  } finally {
    for (const { galley, lines } of sides) {
      for (const { load } of lines) load?.close()
      await galley.stop()
    }
  }
}

interface Side {
  readonly galley: Galley
  readonly lines: readonly Line[]
}

async function openSide({ dataDir, context, size }: Place): Promise<Side> {
  // An article that was read before has stored HTML; none of these has been read at any size.
  await sql`truncate post_pages`.execute(context.db)
  // Searches have a database of their own; indexing these posts would only take time from the requests.
  await sql`update search_index set version = ${INDEX_VERSION}, finished_at = now()`.execute(context.db)
  const galley = await startGalley(dataDir)
  await refreshRankings(context)
  const data = await gatherData(context, galley, size, ROUNDS)
  const lines = await Promise.all([...scaleQuestions(data)].map(([name, asked]) => openLine(galley, name, asked)))
  await untilTidy(context)
  return { galley, lines }
}

/** Waits for the work that follows so many inserts, which is not part of a request's cost. */
async function untilTidy({ db }: AppContext): Promise<void> {
  await sql`checkpoint`.execute(db)
  for (let waited = 0; waited < TIDY_WITHIN_S; waited++) {
    await pause(1000)
    const { rows } = await sql`select from pg_stat_activity where backend_type = 'autovacuum worker'`.execute(db)
    if (rows.length === 0) return
  }
}

interface Line {
  readonly name: string
  readonly load: Load | undefined
  readonly latenciesMs: number[]
  cpuSeconds: number
}

/** The first requests also show whether the server has the endpoint. */
async function openLine({ url }: Galley, name: string, requests: RequestMix): Promise<Line> {
  const load = createLoad({ url, connections: 1, tolerant: true, ...requests })
  const { done } = await load.run({ seconds: 10, requests: 3 })
  if (done === 0) load.close()
  return { name, load: done === 0 ? undefined : load, latenciesMs: [], cpuSeconds: 0 }
}

async function measureLine({ pid, postmasterPid }: Galley, line: Line): Promise<void> {
  const used = () => cpuSeconds(pid) + familyCpuSeconds(postmasterPid)
  const before = used()
  const slice = await line.load?.run({ seconds: 60, requests: REQUESTS_A_ROUND })
  if (slice === undefined) return
  const [failure] = Object.keys(slice.failures)
  if (failure !== undefined) throw new Error(`${line.name}: ${failure}`)
  line.cpuSeconds += used() - before
  line.latenciesMs.push(...slice.latenciesMs)
}

function costOf({ latenciesMs, cpuSeconds }: Line): Cost | undefined {
  if (latenciesMs.length === 0) return undefined
  return { p50Ms: median(latenciesMs), cpuMs: (1000 * cpuSeconds) / latenciesMs.length }
}
