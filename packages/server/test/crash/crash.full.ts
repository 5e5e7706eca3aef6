/**
 * `npm run crash`: kills server, worker and postmaster at random moments under load, and holds what is there afterwards
 * against what was promised. `-- --rounds 10 --seed abc` for fewer rounds, or for the choices of an earlier run.
 */
import { parseArgs } from 'node:util'
import { reportRecords } from '../../../../bench/report/record-tables.ts'
import { runCrashes } from './run-crashes.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: Date.now().toString(36) },
  },
})
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number from 1 up')

const report = await runCrashes(rounds, values.seed)
const kept = report.misses.length === 0
const { victims, requests, promises, afterwards } = report
reportRecords('crash', report, {
  tables: { Killed: victims, Requests: requests, Promises: promises, Afterwards: [afterwards] },
  verdict: `${rounds} rounds: ${kept ? 'every promise was kept' : `${report.misses.length} MISSES`}, seed ${values.seed}`,
})
process.exitCode = kept ? 0 : 1
