import { runCluster } from './cluster/run-cluster.ts'
import { number } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { reportRecords } from './report/record-tables.ts'

const { values, resultsName } = readCommandLine({
  name: 'proof:cluster',
  about: `Runs three API nodes, two workers, a primary and a replica, S3 and a load balancer on this machine. Under load it
kills and pauses nodes and fails over the primary, and compares the data afterwards with what was acknowledged. One node
has a wrong clock. About 3 minutes.`,
  options: { pause: number('for how many seconds nodes are paused', { standard: 60, least: 1 }) },
})

const report = await runCluster({ pauseSeconds: values.pause })
const hasPassed = report.failures.length === 0
for (const failure of report.failures) console.error(`FAIL  ${failure}`)
reportRecords(resultsName.replace('proof:', ''), report, {
  tables: { Phases: report.phases, Checks: report.checks, Afterwards: [report.afterwards] },
  verdict: hasPassed ? 'every check passed' : `${report.failures.length} FAILURES`,
})
process.exit(hasPassed ? 0 : 1)
