import { checkFinalState } from './abuse/check-final-state.ts'
import { readProcessUsage } from './abuse/read-process-usage.ts'
import { PARTS, runAbuse } from './abuse/run-abuse.ts'
import { startTargetProcesses } from './abuse/target-processes.ts'
import { warmUp } from './abuse/warm-up.ts'
import { only, readCommandLine, seed } from './support/command-line.ts'
import { report } from './support/report.ts'

const { values, resultsName } = readCommandLine({
  name: 'abuse',
  about: `Sends hostile input to every endpoint and checks for crashes, hangs, undocumented responses and unauthorised access.
About 4 minutes.`,
  options: { only: only('parts', Object.keys(PARTS)), seed },
})
console.log(`seed ${values.seed}`)
const startedMs = performance.now()
const { target, check, stop } = await startTargetProcesses()
try {
  await warmUp(target)
  const before = await readProcessUsage(target)
  const findings = await runAbuse(target, { ...values, isQuick: false })
  const afterwards = findings.part('afterwards')
  check(afterwards)
  const after = await checkFinalState(target, before, afterwards)
  const { rows, failures } = findings
  const usage = [
    { when: 'before', ...before },
    { when: 'after', ...after },
  ]
  const seconds = Math.round((performance.now() - startedMs) / 1000)
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  report(resultsName, {
    tables: { Abuse: rows, 'The process': usage },
    figures: { seed: values.seed, seconds },
    failures,
    passed: `${requests} requests: every check passed, seed ${values.seed}`,
  })
} finally {
  await stop()
}
