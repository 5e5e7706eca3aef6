/**
 * `npm run abuse`: hostile input of every kind against every endpoint. No failure, no hang, no answer that is not
 * documented, no access where none belongs. `-- --only images` for one part, `-- --seed abc` for the choices of an
 * earlier run.
 */
import { parseArgs } from 'node:util'
import { reportRecords } from '../../../../bench/report/record-tables.ts'
import { checkAftermath, vitalsOf } from './aftermath.ts'
import { runAbuse } from './run-abuse.ts'
import { startTargetProcesses } from './target-processes.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: Date.now().toString(36) }, only: { type: 'string', default: '' } },
})
const { seed, only } = values
console.log(`seed ${seed}`)
const begun = performance.now()
const { target, check, stop } = await startTargetProcesses()
try {
  const before = await vitalsOf(target)
  const findings = await runAbuse(target, { seed, isQuick: false, only })
  const afterwards = findings.part('afterwards')
  check(afterwards)
  const after = await checkAftermath(target, before, afterwards)
  const { rows, misses } = findings
  const vitals = [
    { when: 'before', ...before },
    { when: 'after', ...after },
  ]
  const seconds = Math.round((performance.now() - begun) / 1000)
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  reportRecords(
    'abuse',
    { seed, seconds, parts: rows, process: { before, after }, misses },
    {
      tables: { Abuse: rows, 'The process': vitals },
      verdict: `${requests} requests: ${misses.length === 0 ? 'nothing gave way' : `${misses.length} MISSES`}, seed ${seed}`,
    },
  )
  process.exitCode = misses.length === 0 ? 0 : 1
} finally {
  await stop()
}
