import { number } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import type { Slice } from './load/slices.ts'
import { log, saveResults } from './report/results.ts'
import { percentile } from './report/statistics.ts'
import { markdownTable, textTable } from './report/table.ts'
import { residentBytes } from './server/process-usage.ts'
import { evaluateSoak, paceOf, type SoakMeasurements } from './soak/evaluate-soak.ts'
import { SETTLE_TIMEOUT_S, settledOpenResources } from './soak/open-resources.ts'
import { openSoak } from './soak/open-soak.ts'

const SLICE_SECONDS = 5
const WARM_UP_SECONDS = 20

const { values, resultsName } = readCommandLine({
  name: 'soak',
  about: `Sends mixed traffic at a steady rate. Exits with code 1 if a request failed, if memory grew, or if a connection or file
handle stayed open. Takes about 3 minutes longer than the traffic.`,
  options: {
    minutes: number('how long the traffic lasts', { standard: 10, least: 0.5, isWhole: false }),
    rate: number('requests a second', { standard: 300, least: 1 }),
  },
})
const { minutes, rate: perSecond } = values

log('starting the server and creating posts')
const soak = await openSoak(perSecond)
try {
  log(`warming up for ${WARM_UP_SECONDS} s`)
  await soak.load.run({ seconds: WARM_UP_SECONDS })
  log(`waiting until the server has closed its idle connections, up to ${SETTLE_TIMEOUT_S} s`)
  const before = await settledOpenResources(soak.context, soak.galley)
  const { slices, residentMB } = await runFor(minutes)
  log(`waiting again until idle connections are closed, up to ${SETTLE_TIMEOUT_S} s`)
  const after = await settledOpenResources(soak.context, soak.galley, before)
  const troubledDeliveries = await soak.troubledDeliveries()
  report({ slices, residentMB, before, after, warnings: soak.galley.warnings, troubledDeliveries })
} finally {
  await soak.close()
}

async function runFor(minutes: number): Promise<{ slices: Slice[]; residentMB: number[] }> {
  const slices: Slice[] = []
  const residentMB: number[] = []
  const sampling = setInterval(() => residentMB.push(residentBytes(soak.galley.pid) / 2 ** 20), 1000)
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 60_000
  while (elapsed() < minutes) {
    const slice = await soak.load.run({ seconds: SLICE_SECONDS })
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

function report(measurements: SoakMeasurements): void {
  const checks = evaluateSoak(measurements)
  const pace = paceOf(measurements.slices)
  const head = [`${minutes} minutes at ${perSecond}/s`, 'measured', 'goal', '']
  const rows = checks.map(({ what, measured, goal, reached }) => [what, measured, goal, reached ? 'reached' : 'missed'])
  const paceHead = ['third of the time', 'requests/s', 'p50 ms', 'p99 ms']
  const paceRows = pace.map((part, i) => [
    ['first', 'second', 'last'][i],
    part.perSecond.toFixed(0),
    part.p50Ms.toFixed(1),
    part.p99Ms.toFixed(1),
  ])
  log(`\n${textTable(head, rows)}\n\n${textTable(paceHead, paceRows)}`)
  const failures = measurements.slices.map(slice => slice.failures).filter(some => Object.keys(some).length > 0)
  for (const some of failures) log(JSON.stringify(some))
  for (const warning of measurements.warnings) log(warning)
  const markdown = `${markdownTable(head, rows)}\n\n${markdownTable(paceHead, paceRows)}`
  saveResults(resultsName, { minutes, perSecond, checks, pace, ...measurements, slices: undefined, failures }, markdown)
  process.exitCode = checks.every(({ reached }) => reached) ? 0 : 1
}
