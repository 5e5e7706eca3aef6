import { runCluster } from './cluster/run-cluster.ts'
import { number, readCommandLine } from './support/command-line.ts'
import { report } from './support/report.ts'

const { values, resultsName } = readCommandLine({
  name: 'proof:cluster',
  about: `Runs three API nodes, two workers, a primary and a replica, S3 and a load balancer on this machine. Under load it
kills and pauses nodes and fails over the primary, and compares the data afterwards with what was acknowledged. One node
has a wrong clock. About 3 minutes.`,
  options: { pause: number('for how many seconds nodes are paused', { standard: 60, least: 1 }) },
})

const { phases, checks, afterwards, failures } = await runCluster({ pauseSeconds: values.pause })
report(resultsName, {
  tables: { Phases: phases, Checks: checks, Afterwards: [afterwards] },
  failures,
  passed: 'every check passed',
})
process.exit()
