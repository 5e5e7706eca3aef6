import { DataFolder } from '@galley/server/testing/processes/galley-process'
import { number } from './command-line/options.ts'
import { readCommandLine } from './command-line/read-command-line.ts'
import { reportRecords } from './report/record-tables.ts'
import { log } from './report/results.ts'
import { attach } from './server/attach.ts'
import { makeAuthor } from './server/authors.ts'
import { startGalley } from './server/galley-process.ts'
import { type StopResult, stopUnderLoad } from './stops/stop-under-load.ts'

const { values, resultsName } = readCommandLine({
  name: 'proof:stops',
  about: `Stops the server with SIGTERM under load, with one process and with two: every request that was sent gets its answer.
About 5 minutes.`,
  options: {
    stops: number('how many stops of each kind', { standard: 10, least: 1 }),
    connections: number('how many keep-alive connections', { standard: 64, least: 1 }),
  },
})

const { path: dataDir } = new DataFolder()
const rows: Record<string, string | number>[] = []
let failed = 0
for (const workers of [1, 2]) {
  for (const [load, thinkMs] of [
    ['as fast as possible', 0],
    ['each client pauses for 20 ms', 20],
  ] as const) {
    const results: StopResult[] = []
    for (let stop = 0; stop < values.stops; stop++) {
      const galley = await startGalley(dataDir, { settings: { WORKERS: String(workers) } })
      const { context, close } = await attach(dataDir)
      const { headers } = await makeAuthor(context)
      await close()
      const draft = { method: 'POST', path: '/api/v1/posts', headers, status: 201 }
      const templates = [
        { method: 'GET', path: '/api/v1/public/posts' },
        { method: 'GET', path: '/api/v1/posts', headers },
        { ...draft, body: JSON.stringify({ title: 'A draft', content: 'Some text.' }) },
      ]
      results.push(await stopUnderLoad(galley, { connections: values.connections, templates, thinkMs }))
      log(`${workers} processes, ${load}: ${JSON.stringify(results.at(-1))}`)
      for (const warning of galley.warnings.slice(0, 5)) log(warning)
    }
    const sum = (of: (result: StopResult) => number) => results.reduce((total, result) => total + of(result), 0)
    const total = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)
    const lost = sum(result => total(result.lost))
    const refused = sum(result => total(result.refused))
    failed += lost + refused
    rows.push({
      processes: workers,
      load,
      stops: values.stops,
      answered: sum(result => result.answered),
      'sent without an answer': lost,
      'other answers': refused,
      'longest stop': `${Math.max(...results.map(result => result.stopMs))} ms`,
    })
  }
}
const tables = { Stops: rows }
const verdict = failed === 0 ? 'every request that was sent was answered' : `${failed} REQUESTS FAILED`
reportRecords(resultsName, { tables }, { tables, verdict })
process.exitCode = failed === 0 ? 0 : 1
