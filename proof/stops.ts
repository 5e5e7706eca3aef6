import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { type StopResult, stopUnderLoad } from './stops/stop-under-load.ts'
import { number, readCommandLine } from './support/command-line.ts'
import { openInstallation } from './support/installation.ts'
import { log, type Row, report } from './support/report.ts'

const { values, resultsName } = readCommandLine({
  name: 'proof:stops',
  about: `Stops the server with SIGTERM under load, with one process and with two: every request that was sent gets its answer.
About 8 minutes.`,
  options: {
    stops: number('how many stops of each kind', { standard: 10, least: 1 }),
    connections: number('how many keep-alive connections', { standard: 64, least: 1 }),
  },
})

/** With the mean pause of each client. The last one is like the idle connections that a proxy keeps and uses again. */
const LOADS = [
  ['as fast as possible', 0, false],
  ['each client pauses for 20 ms', 20, false],
  ['mostly idle connections, on a busy processor', 500, true],
] as const
/** Takes the processor from server and clients, so that requests are on their way for long. */
const burn = () => new Worker('for (;;);', { eval: true })

const folder = new DataFolder()
const rows: Row[] = []
const failures: string[] = []
for (const workers of [1, 2]) {
  for (const [load, thinkMs, isBusy] of LOADS) {
    const results: StopResult[] = []
    for (let stop = 0; stop < values.stops; stop++) {
      const { galley, author, detach } = await openInstallation({ WORKERS: String(workers) }, folder)
      const draft = { method: 'POST', path: '/api/v1/posts', headers: author.headers, status: 201 }
      const templates = [
        { method: 'GET', path: '/api/v1/public/posts' },
        { method: 'GET', path: '/api/v1/posts', headers: author.headers },
        { ...draft, body: JSON.stringify({ title: 'A draft', content: 'Some text.' }) },
      ]
      await detach()
      const burners = isBusy ? Array.from({ length: 2 * availableParallelism() }, burn) : []
      const result = await stopUnderLoad(galley, { connections: values.connections, templates, thinkMs })
      for (const burner of burners) await burner.terminate()
      results.push(result)
      log(`${workers} processes, ${load}: ${JSON.stringify(result)}`)
      for (const warning of galley.warnings.slice(0, 5)) log(warning)
      for (const [what, count] of Object.entries({ ...result.lost, ...result.unexpected })) {
        failures.push(`${workers} processes, ${load}: ${count} × ${what}`)
      }
    }
    rows.push({
      processes: workers,
      load,
      stops: values.stops,
      answered: results.reduce((sum, { answered }) => sum + answered, 0),
      'longest stop': `${Math.max(...results.map(({ stopMs }) => stopMs))} ms`,
    })
  }
}
report(resultsName, { tables: { Stops: rows }, failures, passed: 'every request that was sent was answered' })
