/**
 * `npm run abuse`: hostile input of every kind against every endpoint. No failure, no hang, no answer that is not
 * documented, no access where none belongs. `-- --only images` for one part, `-- --seed abc` for the choices of an
 * earlier run.
 */
import { parseArgs } from 'node:util'
import { createLogger } from '../../src/core/logger.ts'
import { openDatabase } from '../../src/db/database.ts'
import { DataFolder, ServerProcess } from '../support/galley-process.ts'
import { RECEIVER_ENV, startReceiver } from '../support/receiver.ts'
import { printTable, writeReport } from '../support/report.ts'
import { TEST_SECRET_KEY } from '../support/test-server.ts'
import { checkAftermath, vitalsOf } from './aftermath.ts'
import { runAbuse } from './run-abuse.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: Date.now().toString(36) }, only: { type: 'string', default: '' } },
})
console.log(`seed ${values.seed}`)
const begun = performance.now()
const NO_LIMITS = Object.fromEntries(
  ['REQUESTS', 'UPLOADS', 'PINGS', 'LOGINS', 'SIGNUPS'].map(name => [`RATE_LIMIT_${name}`, '0']),
)
const folder = new DataFolder()
const receiver = await startReceiver()
const common = { ...NO_LIMITS, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder.path }
const server = await ServerProcess.ready({ ...common, ...RECEIVER_ENV })
const { user, password, database, host, port } = folder.connection()
const query = new URLSearchParams({ host, port: String(port) })
const DATABASE_URL = `postgres://${user}:${password}@localhost/${database}?${query}`
const strict = await ServerProcess.ready({ ...common, ROLE: 'api', DATABASE_URL })
const { db, close } = openDatabase(folder.connection(), 4, await createLogger('silent'))
try {
  const target = { url: server.url, strictUrl: strict.url, receiverUrl: receiver.url, db }
  const before = await vitalsOf(target)
  const findings = await runAbuse(target, { seed: values.seed, isQuick: false, only: values.only })
  const afterwards = findings.part('afterwards')
  for (const [name, process] of Object.entries({ server, strict })) {
    afterwards.check(process.alive, `the process ${name} has ended: ${process.stderr}`)
    for (const line of process.lines.filter(text => /"level":"(error|fatal)"/.test(text))) afterwards.miss(line)
  }
  const after = await checkAftermath(target, before, afterwards)
  const { rows, misses } = findings
  printTable('Abuse', rows)
  printTable('The process', [
    { when: 'before', ...before },
    { when: 'after', ...after },
  ])
  console.log(`\n${misses.length === 0 ? 'Nothing gave way' : `${misses.length} MISSES`}, seed ${values.seed}`)
  const seconds = Math.round((performance.now() - begun) / 1000)
  writeReport('abuse', { seed: values.seed, seconds, parts: rows, process: { before, after }, misses })
  process.exitCode = misses.length === 0 ? 0 : 1
} finally {
  await close()
  await strict.stop()
  await server.stop()
  await receiver.close()
  await folder.remove()
}
