/**
 * `npm run abuse`: hostile input of every kind against every endpoint. No failure, no hang, no answer that is not
 * documented, no access where none belongs. `-- --only images` for one part, `-- --seed abc` for the choices of an
 * earlier run.
 */
import { parseArgs } from 'node:util'
import { printTable, writeReport } from '../support/report.ts'
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
  printTable('Abuse', rows)
  printTable('The process', [
    { when: 'before', ...before },
    { when: 'after', ...after },
  ])
  console.log(`\n${misses.length === 0 ? 'Nothing gave way' : `${misses.length} MISSES`}, seed ${seed}`)
  const seconds = Math.round((performance.now() - begun) / 1000)
  writeReport('abuse', { seed, seconds, parts: rows, process: { before, after }, misses })
  process.exitCode = misses.length === 0 ? 0 : 1
} finally {
  await stop()
}
