import { openBenchSetup } from './bench/bench-setup.ts'
import { readRows, writeRows } from './bench/database-rows.ts'
import { hotRows } from './bench/hot-rows.ts'
import { type Measured, measureRow } from './bench/measure-row.ts'
import { pageRows } from './bench/page-rows.ts'
import { profileRow } from './bench/profile-row.ts'
import type { RowPlan } from './bench/row.ts'
import { uploadRow } from './bench/upload-row.ts'
import { measureIdleLatency, webhookRow } from './bench/webhook-rows.ts'
import { flag, only } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { log, saveResults } from './report/results.ts'
import { median, percentile } from './report/statistics.ts'
import { type Cells, markdownTable, textTable } from './report/table.ts'
import { Profiler } from './server/profiler.ts'

const IDLE = 'webhook, idle, from commit to arrival'
const PLANS = [...hotRows, ...pageRows, ...readRows, ...writeRows, uploadRow, webhookRow]

const { values: options, resultsName } = readCommandLine({
  name: 'bench',
  about: `Measures throughput, latency and CPU time of the server, and compares each with a minimal implementation (the baseline),
measured alternately in the same run. About 5 minutes.`,
  options: {
    quick: flag('a short run of a minute'),
    only: only('rows', [...PLANS.map(({ name }) => name), IDLE]),
    profile: flag('print where the server spends its time in each row'),
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
/** The largest share of throughput that a row behind a proxy may lose against the same row without one. */
const PROXY_LOSS_MAX = 0.15

type Line = RowPlan & ({ measured: Measured } | { unavailable: string })

const begun = performance.now()
const isWanted = (name: string) => options.only.includes(name)
const plans = PLANS.filter(({ name }) => isWanted(name))
const profiler = options.profile ? await Profiler.create() : undefined
const setup = await openBenchSetup({ nodeOptions: profiler?.nodeOptions ?? [], log })
const lines: Line[] = []
let idle: number[] = []
try {
  for (const [i, plan] of plans.entries()) {
    process.stdout.write(`${String(i + 1).padStart(2)} of ${plans.length}  ${plan.name}`)
    lines.push(await measure(plan))
  }
  if (isWanted(IDLE)) {
    log(`also     ${IDLE}`)
    idle = await measureIdleLatency(setup, IDLE_SAMPLES)
  }
} finally {
  profiler?.close()
  await setup.close()
}
report()

async function measure(plan: RowPlan): Promise<Line> {
  const row = await plan.prepare(setup)
  if ('unavailable' in row) {
    log(`: not available (${row.unavailable})`)
    return { ...plan, unavailable: row.unavailable }
  }
  const measured = await measureRow(setup, row, plan.needsLongSlices ? LONG_PACE : PACE)
  log(`: ${measured.ours.perSecond.toFixed(0)}/s, ${measured.ratio.toFixed(2)} of the baseline`)
  // Rows behind a proxy are answered by another process, which is not profiled.
  if (profiler !== undefined && plan.direct === undefined) await profileRow(profiler, plan.name, row)
  row.ours.close()
  row.baseline.close()
  row.close?.()
  return { ...plan, measured }
}

function report(): void {
  const head = ['', 'requests/s', 'p50 ms', 'p99 ms', 'CPU ms: server', 'database', 'baseline/s', 'ratio', 'goal', '']
  const rows = lines.map(cellsOf)
  if (idle.length > 0) {
    const [p50, p99] = [median(idle), percentile(idle, 99)]
    const none = [undefined, undefined, undefined, undefined]
    const verdict = p50 < IDLE_GOAL_MS ? 'reached' : 'missed'
    rows.push([IDLE, undefined, figure(p50, 1), figure(p99, 1), ...none, `p50 < ${IDLE_GOAL_MS}`, verdict])
  }
  log(`\n${textTable(head, rows)}\n\nthe whole run took ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  saveResults(options.quick ? 'bench-quick' : resultsName, { rows: lines, idleMs: idle }, markdownTable(head, rows))
}

function cellsOf(line: Line): Cells {
  if ('unavailable' in line) return [line.name, ...Array(7).fill(undefined), `${line.goal}`, 'not available']
  const { ours, baseline, ratio } = line.measured
  return [
    line.name,
    figure(ours.perSecond, 0),
    figure(ours.p50Ms, 1),
    figure(ours.p99Ms, 1),
    figure(ours.cpuMs.server, 3),
    figure(ours.cpuMs.database, 3),
    figure(baseline.perSecond, 0),
    figure(ratio, 2),
    line.goalPerSecond === undefined ? `${line.goal}` : `${line.goalPerSecond}/s`,
    isReached(line, line.measured) ? 'reached' : 'missed',
  ]
}

function isReached({ goal, goalPerSecond, direct }: Line, { ours, ratio }: Measured): boolean {
  if (goalPerSecond !== undefined) return ours.perSecond >= goalPerSecond
  const without = lines.find(({ name }) => name === direct)
  const isAsFast =
    without === undefined || !('measured' in without) || ratio >= (1 - PROXY_LOSS_MAX) * without.measured.ratio
  return ratio >= goal && isAsFast
}

/** Undefined where it was not measured. */
function figure(value: number, digits: number): string | undefined {
  return Number.isNaN(value) ? undefined : value.toFixed(digits)
}
