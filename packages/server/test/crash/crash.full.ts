import { number, seed } from '../../../../bench/command-line/options.ts'
import { readCommandLine } from '../../../../bench/command-line/read-command-line.ts'
import { reportRecords } from '../../../../bench/report/record-tables.ts'
import { runCrashes } from './run-crashes.ts'

const { values, resultsName } = readCommandLine({
  name: 'crash',
  about: `Kills server, worker and postmaster at random moments under load, and holds what is there afterwards against what was
promised. About 4 minutes.`,
  options: { rounds: number('how many crashes', { standard: 50, least: 1 }), seed },
})

const report = await runCrashes(values.rounds, values.seed)
const kept = report.misses.length === 0
const { victims, requests, promises, afterwards } = report
reportRecords(resultsName, report, {
  tables: { Killed: victims, Requests: requests, Promises: promises, Afterwards: [afterwards] },
  verdict: `${values.rounds} rounds: ${kept ? 'every promise was kept' : `${report.misses.length} MISSES`}, seed ${values.seed}`,
})
process.exitCode = kept ? 0 : 1
