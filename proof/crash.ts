import { number, seed } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { runCrashes } from './crash/run-crashes.ts'
import { reportRecords } from './report/record-tables.ts'

const { values, resultsName } = readCommandLine({
  name: 'crash',
  about: `Kills server, worker and postmaster at random times under load, and compares the data afterwards with what was
acknowledged. About 4 minutes.`,
  options: { rounds: number('how many crashes', { standard: 50, least: 1 }), seed },
})

const report = await runCrashes(values.rounds, values.seed)
const hasPassed = report.failures.length === 0
const { kills, requests, checks, afterwards } = report
reportRecords(resultsName, report, {
  tables: { Killed: kills, Requests: requests, Checks: checks, Afterwards: [afterwards] },
  verdict: `${values.rounds} rounds: ${hasPassed ? 'every check passed' : `${report.failures.length} FAILURES`}, seed ${values.seed}`,
})
process.exitCode = hasPassed ? 0 : 1
