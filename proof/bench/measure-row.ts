import { cpuSeconds, familyCpuSeconds } from '../support/process-usage.ts'
import { median, percentile } from '../support/report.ts'
import type { Runner, Slice } from '../support/slices.ts'
import type { BenchSetup } from './bench-setup.ts'
import type { Row } from './row.ts'

export interface Pace {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
}

/** Milliseconds of CPU time for each request, by process. */
interface CpuMs {
  readonly server: number
  readonly database: number
  /** The load generator, or the baseline if that is a loop. */
  readonly runner: number
}

interface Summary {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMs: CpuMs
}

export interface Measured {
  readonly ours: Summary
  readonly baseline: Summary
  /** The median of the ratios of each round, whose two sides were measured within seconds of each other. */
  readonly ratio: number
  readonly ratios: readonly number[]
}

interface MeasuredSlice extends Slice {
  /** Seconds of CPU time. */
  readonly cpu: CpuMs
}

/** Alternates between server and baseline, so that other load on the machine affects both equally. */
export async function measureRow(setup: BenchSetup, row: Row, pace: Pace): Promise<Measured> {
  const runSlice = async (runner: Runner, seconds: number) => {
    const done = await measureSlice(setup, row, runner, seconds)
    await row.cleanUp?.()
    return done
  }
  await runSlice(row.baseline, pace.warmUpSeconds)
  await runSlice(row.ours, pace.warmUpSeconds)
  const rounds: { ours: MeasuredSlice; baseline: MeasuredSlice }[] = []
  for (let round = 0; round < pace.rounds; round++) {
    rounds.push({ baseline: await runSlice(row.baseline, pace.seconds), ours: await runSlice(row.ours, pace.seconds) })
  }
  const ratios = rounds.map(round => rateOf(round.ours) / rateOf(round.baseline))
  return {
    ours: summarize(rounds.map(round => round.ours)),
    baseline: summarize(rounds.map(round => round.baseline)),
    ratio: median(ratios),
    ratios,
  }
}

async function measureSlice({ galley }: BenchSetup, row: Row, runner: Runner, seconds: number): Promise<MeasuredSlice> {
  const used = () => ({
    server: cpuSeconds(row.serverPid ?? galley.pid),
    database: familyCpuSeconds(galley.postmasterPid),
    runner: cpuSeconds(runner.pid),
  })
  const before = used()
  const { requestsOfSlice: requests } = row
  const slice = await runner.run(requests === undefined ? { seconds } : { seconds: 60, requests })
  const after = used()
  const cpu = {
    server: after.server - before.server,
    database: after.database - before.database,
    runner: after.runner - before.runner,
  }
  return { ...slice, cpu }
}

const rateOf = ({ done, seconds }: Slice) => done / seconds

function summarize(slices: readonly MeasuredSlice[]): Summary {
  const done = slices.reduce((sum, turn) => sum + turn.done, 0)
  const cpuMs = (part: keyof CpuMs) => (1000 * slices.reduce((sum, turn) => sum + turn.cpu[part], 0)) / done
  const latencies = slices.flatMap(turn => turn.latenciesMs)
  return {
    perSecond: median(slices.map(rateOf)),
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    cpuMs: { server: cpuMs('server'), database: cpuMs('database'), runner: cpuMs('runner') },
  }
}
