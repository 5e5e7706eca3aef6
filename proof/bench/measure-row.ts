import type { Runner, Slice } from '../load/slices.ts'
import { median, percentile } from '../report/statistics.ts'
import { cpuSeconds, familyCpuSeconds } from '../server/process-usage.ts'
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
  /** The load generator, or the floor if that is a loop. */
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
  readonly floor: Summary
  /** The median of the ratios of each round, whose two sides were measured within seconds of each other. */
  readonly ratio: number
  readonly ratios: readonly number[]
}

interface MeasuredSlice extends Slice {
  /** Seconds of CPU time. */
  readonly cpu: CpuMs
}

/** Alternates between server and floor, so that other load on the machine affects both equally. */
export async function measureRow(setup: BenchSetup, row: Row, pace: Pace): Promise<Measured> {
  const runSlice = async (runner: Runner, seconds: number) => {
    const done = await measureSlice(setup, row, runner, seconds)
    await row.cleanUp?.()
    return done
  }
  await runSlice(row.floor, pace.warmUpSeconds)
  await runSlice(row.ours, pace.warmUpSeconds)
  const rounds: { ours: MeasuredSlice; floor: MeasuredSlice }[] = []
  for (let round = 0; round < pace.rounds; round++) {
    rounds.push({ floor: await runSlice(row.floor, pace.seconds), ours: await runSlice(row.ours, pace.seconds) })
  }
  const ratios = rounds.map(round => rateOf(round.ours) / rateOf(round.floor))
  return {
    ours: summarize(rounds.map(round => round.ours)),
    floor: summarize(rounds.map(round => round.floor)),
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
