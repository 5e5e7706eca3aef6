import type { Runner, Slice } from '../load/slices.ts'
import { median, percentile } from '../report/statistics.ts'
import { cpuSeconds, familyCpuSeconds } from '../server/process-usage.ts'
import type { Rig } from './rig.ts'
import type { Row } from './row.ts'

export interface Pace {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
}

/** Milliseconds of processor time for each request, by who used it. */
interface CpuMs {
  readonly server: number
  readonly database: number
  /** The load generator, or the floor where that is a loop. */
  readonly runner: number
}

interface Side {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMs: CpuMs
}

export interface Measured {
  readonly ours: Side
  readonly floor: Side
  /** The median of the rounds' own ratios: both sides of a round were measured within seconds of each other. */
  readonly ratio: number
  readonly ratios: readonly number[]
}

interface Turn extends Slice {
  /** Seconds of processor time. */
  readonly cpu: CpuMs
}

/** By turns, so that whatever else the machine does hits both alike. */
export async function measureRow(rig: Rig, row: Row, pace: Pace): Promise<Measured> {
  const turn = async (runner: Runner, seconds: number) => {
    const done = await takeTurn(rig, row, runner, seconds)
    await row.tidy?.()
    return done
  }
  await turn(row.floor, pace.warmUpSeconds)
  await turn(row.ours, pace.warmUpSeconds)
  const rounds: { ours: Turn; floor: Turn }[] = []
  for (let round = 0; round < pace.rounds; round++) {
    rounds.push({ floor: await turn(row.floor, pace.seconds), ours: await turn(row.ours, pace.seconds) })
  }
  const ratios = rounds.map(round => rateOf(round.ours) / rateOf(round.floor))
  return {
    ours: sumUp(rounds.map(round => round.ours)),
    floor: sumUp(rounds.map(round => round.floor)),
    ratio: median(ratios),
    ratios,
  }
}

async function takeTurn({ galley }: Rig, row: Row, runner: Runner, seconds: number): Promise<Turn> {
  const used = () => ({
    server: cpuSeconds(row.serverPid ?? galley.pid),
    database: familyCpuSeconds(galley.postmasterPid),
    runner: cpuSeconds(runner.pid),
  })
  const before = used()
  const slice = await runner.run({ seconds })
  const after = used()
  const cpu = {
    server: after.server - before.server,
    database: after.database - before.database,
    runner: after.runner - before.runner,
  }
  return { ...slice, cpu }
}

const rateOf = ({ done, seconds }: Slice) => done / seconds

function sumUp(turns: readonly Turn[]): Side {
  const done = turns.reduce((sum, turn) => sum + turn.done, 0)
  const cpuMs = (part: keyof CpuMs) => (1000 * turns.reduce((sum, turn) => sum + turn.cpu[part], 0)) / done
  const latencies = turns.flatMap(turn => turn.latenciesMs)
  return {
    perSecond: median(turns.map(rateOf)),
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    cpuMs: { server: cpuMs('server'), database: cpuMs('database'), runner: cpuMs('runner') },
  }
}
