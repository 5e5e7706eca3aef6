import { openBenchSetup } from './bench/bench-setup.ts'
import { readRows, writeRows } from './bench/database-rows.ts'
import { hotRows } from './bench/hot-rows.ts'
import { type Measured, measureRow } from './bench/measure-row.ts'
import { pageRows } from './bench/page-rows.ts'
import type { RowPlan } from './bench/row.ts'
import { uploadRow } from './bench/upload-row.ts'
import { measureIdleLatency, measureIsolation, webhookRow } from './bench/webhook-rows.ts'
import { flag, only, readCommandLine } from './support/command-line.ts'
import { log, median, percentile, type Row, report } from './support/report.ts'

const IDLE = 'webhook, idle, from commit to arrival'
const ISOLATED = 'webhook, from commit to arrival, while another one hangs'
const PLANS = [...hotRows, ...pageRows, ...readRows, ...writeRows, uploadRow, webhookRow]

const { values: options, resultsName } = readCommandLine({
  name: 'bench',
  about: `Measures throughput, latency and CPU time of the server, and compares each with a minimal implementation (the baseline),
measured alternately in the same run. About 7 minutes.`,
  options: {
    quick: flag('a short run of a minute'),
    only: only('rows', [...PLANS.map(({ name }) => name), IDLE, ISOLATED]),
  },
})
/**
 * Many short slices: other load on the machine changes every second, and the median of many slices is little affected.
 */
const PACE = options.quick
  ? { rounds: 3, seconds: 0.1, warmUpSeconds: 0.1 }
  : { rounds: 11, seconds: 0.45, warmUpSeconds: 0.7 }
const LONG_PACE = options.quick
  ? { rounds: 1, seconds: 0.7, warmUpSeconds: 0.7 }
  : { rounds: 7, seconds: 1, warmUpSeconds: 1.5 }
const IDLE_SAMPLES = options.quick ? 30 : 200
const IDLE_GOAL_MS = 30
const ISOLATION_ROUNDS = options.quick ? 1 : 8
/** The largest factor by which the p99 of other webhooks may grow while one hangs. */
const ISOLATION_GOAL = 1.2
/** The largest share of throughput that a row behind a proxy may lose against the same row without one. */
const PROXY_LOSS_MAX = 0.15

type Line = RowPlan & ({ measured: Measured } | { unavailable: string })

const isWanted = (name: string) => options.only.includes(name)
const plans = PLANS.filter(({ name }) => isWanted(name))
const setup = await openBenchSetup()
const lines: Line[] = []
const latencies: Row[] = []
try {
  for (const [i, plan] of plans.entries()) {
    process.stdout.write(`${String(i + 1).padStart(2)} of ${plans.length}  ${plan.name}`)
    lines.push(await measure(plan))
  }
  if (isWanted(IDLE)) {
    log(`also     ${IDLE}`)
    const idle = await measureIdleLatency(setup, IDLE_SAMPLES)
    latencies.push(latencyRow(IDLE, idle, { goal: `p50 < ${IDLE_GOAL_MS}`, isReached: median(idle) < IDLE_GOAL_MS }))
  }
  if (isWanted(ISOLATED)) {
    log(`also     ${ISOLATED}`)
    const { alone, beside } = await measureIsolation(setup, ISOLATION_ROUNDS)
    const ratio = percentile(beside, 99) / percentile(alone, 99)
    const verdict = { ratio, goal: `p99 ≤ ${ISOLATION_GOAL} ×`, isReached: ratio <= ISOLATION_GOAL }
    latencies.push(latencyRow(ISOLATED, beside, verdict))
  }
} finally {
  await setup.close()
}
report(options.quick ? 'bench-quick' : resultsName, {
  tables: { Requests: [...lines.map(rowOf), ...latencies] },
  figures: { rows: lines },
})

async function measure(plan: RowPlan): Promise<Line> {
  const row = await plan.prepare(setup)
  if ('unavailable' in row) {
    log(`: not available (${row.unavailable})`)
    return { ...plan, unavailable: row.unavailable }
  }
  const measured = await measureRow(setup, row, plan.needsLongSlices ? LONG_PACE : PACE)
  log(`: ${measured.ours.perSecond.toFixed(0)}/s, ${measured.ratio.toFixed(2)} of the baseline`)
  row.ours.close()
  row.baseline.close()
  row.close?.()
  return { ...plan, measured }
}

function rowOf(line: Line): Row {
  const { ours, baseline, ratio } = 'measured' in line ? line.measured : {}
  return {
    row: line.name,
    'requests/s': figure(ours?.perSecond, 0),
    'p50 ms': figure(ours?.p50Ms, 1),
    'p99 ms': figure(ours?.p99Ms, 1),
    'CPU ms: server': figure(ours?.cpuMs.server, 3),
    database: figure(ours?.cpuMs.database, 3),
    'baseline/s': figure(baseline?.perSecond, 0),
    ratio: figure(ratio, 2),
    goal: line.goalPerSecond === undefined ? `${line.goal}` : `${line.goalPerSecond}/s`,
    verdict: 'measured' in line ? verdictOf(isReached(line, line.measured)) : 'not available',
  }
}

function latencyRow(
  row: string,
  latenciesMs: readonly number[],
  { ratio, goal, isReached }: { ratio?: number; goal: string; isReached: boolean },
): Row {
  const times = { 'p50 ms': figure(median(latenciesMs), 1), 'p99 ms': figure(percentile(latenciesMs, 99), 1) }
  return { row, ...times, ratio: figure(ratio, 2), goal, verdict: verdictOf(isReached) }
}

function isReached({ goal, goalPerSecond, direct }: Line, { ours, ratio }: Measured): boolean {
  if (goalPerSecond !== undefined) return ours.perSecond >= goalPerSecond
  const without = lines.find(({ name }) => name === direct)
  const isAsFast =
    without === undefined || !('measured' in without) || ratio >= (1 - PROXY_LOSS_MAX) * without.measured.ratio
  return ratio >= goal && isAsFast
}

function verdictOf(isReached: boolean): string {
  return isReached ? 'reached' : 'missed'
}

/** Undefined where it was not measured. */
function figure(value: number | undefined, digits: number): string | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value.toFixed(digits)
}
