import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { number, readCommandLine } from './support/command-line.ts'
import { openInstallation } from './support/installation.ts'
import { createLoad } from './support/load.ts'
import { cpuSeconds } from './support/process-usage.ts'
import { log, median, report } from './support/report.ts'
import type { RequestTemplate } from './support/requests.ts'

const CONNECTIONS = 8
const GOAL = 1.05

const { values, resultsName } = readCommandLine({
  name: 'proof:tracing',
  about: `Compares the processor time of a request with and without traces: two servers, one of which sends its spans to a
collector that accepts and drops them, get the same requests in turns. About 4 minutes.`,
  options: {
    rounds: number('how many rounds', { standard: 9, least: 1 }),
    requests: number('how many requests of each kind in a round', { standard: 3000, least: 100 }),
  },
})

/** Counts what arrives, so that a run whose spans get lost is noticed. */
let receivedBytes = 0
const collector = createServer((request, response) => {
  request.on('data', chunk => {
    receivedBytes += chunk.length
  })
  request.on('end', () => response.setHeader('content-type', 'application/json').end('{}'))
})
await new Promise<void>(resolve => collector.listen(0, '127.0.0.1', resolve))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

async function start(settings: Readonly<Record<string, string>>) {
  const { galley, author, close } = await openInstallation(settings)
  const { headers } = author
  const create = { method: 'POST', path: '/api/v1/posts', headers, status: 201 }
  const post = { ...create, body: JSON.stringify({ title: 'A draft', content: 'Some text.' }) }
  const answer = await fetch(`${galley.url}${post.path}`, { method: 'POST', headers, body: post.body })
  const { id } = (await answer.json()) as { id: string }
  const load = (template: RequestTemplate) =>
    createLoad({ url: galley.url, connections: CONNECTIONS, templates: [template] })
  return {
    galley,
    close,
    loads: {
      'public list': load({ method: 'GET', path: '/api/v1/public/posts' }),
      'own post': load({ method: 'GET', path: `/api/v1/posts/${id}`, headers }),
      create: load(post),
    },
  }
}

type Kind = keyof Awaited<ReturnType<typeof start>>['loads']
const KINDS: readonly Kind[] = ['public list', 'own post', 'create']
const servers = { without: await start({}), with: await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }) }
type Name = keyof typeof servers

async function measure(name: Name, kind: Kind): Promise<number> {
  const { galley, loads } = servers[name]
  const before = cpuSeconds(galley.pid)
  await loads[kind].run({ seconds: Number.POSITIVE_INFINITY, requests: values.requests })
  return ((cpuSeconds(galley.pid) - before) / values.requests) * 1e6
}

const times = new Map<string, number[]>()
for (let round = 0; round <= values.rounds; round++) {
  for (const kind of KINDS) {
    // Which one begins alternates, because the second one may find a warmer or a busier machine.
    const order: Name[] = round % 2 === 0 ? ['without', 'with'] : ['with', 'without']
    for (const name of order) {
      const time = await measure(name, kind)
      // The first round warms up.
      if (round > 0) times.set(`${kind} ${name}`, [...(times.get(`${kind} ${name}`) ?? []), time])
    }
  }
  log(`round ${round} of ${values.rounds}`)
}
for (const { close, loads } of Object.values(servers)) {
  for (const load of Object.values(loads)) load.close()
  await close()
}
collector.close()

const ratios = KINDS.map(kind => {
  const of = (name: Name) => times.get(`${kind} ${name}`) ?? []
  const ratio = median(of('with').map((time, round) => time / (of('without')[round] ?? Number.NaN)))
  return { kind, without: median(of('without')), with: median(of('with')), ratio }
})
const rows = ratios.map(({ kind, ratio, ...time }) => ({
  request: kind,
  'without traces': `${time.without.toFixed(0)} µs`,
  'with traces': `${time.with.toFixed(0)} µs`,
  cost: `${((ratio - 1) * 100).toFixed(1)} %`,
}))
report(resultsName, {
  tables: { 'Processor time of a request': rows },
  failures: [
    ...(receivedBytes === 0 ? ['no spans arrived'] : []),
    ...rows.filter((_, i) => !(ratios[i]!.ratio <= GOAL)).map(({ request, cost }) => `${request}: traces cost ${cost}`),
  ],
  passed: 'traces cost at most 5 %',
})
