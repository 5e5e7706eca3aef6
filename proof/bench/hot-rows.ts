import type { Galley } from '../support/galley-process.ts'
import type { BareAnswer } from './baselines/bare-http-process.ts'
import { startBaseline } from './baselines/start-baseline.ts'
import { type BenchSetup, startLoad } from './bench-setup.ts'
import { GOALS, type RowPlan } from './row.ts'

const PROXY_HEADERS = { 'x-forwarded-for': '203.0.113.7' }

/** Requested directly, and through a proxy that sends the client's address. */
const hot = (name: string, pathOf: (setup: BenchSetup) => string): RowPlan[] => [
  hotRow(name, pathOf, {}, setup => setup.galley),
  { ...hotRow(`${name}, behind a proxy`, pathOf, PROXY_HEADERS, setup => setup.proxied), direct: name },
]

const hotRow = (
  name: string,
  pathOf: (setup: BenchSetup) => string,
  headers: Record<string, string>,
  serverOf: (setup: BenchSetup) => Galley,
): RowPlan => ({
  name,
  goal: GOALS.hot,
  baseline: 'node:http sending the same headers and bytes',
  prepare: async setup => {
    const path = pathOf(setup)
    const { url, pid } = serverOf(setup)
    // The second response comes from the cache.
    await fetch(url + path)
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) return { unavailable: `${path} answers ${answer.status}` }
    // Node adds these headers by itself.
    const own = [...answer.headers].filter(([header]) => !['date', 'connection', 'keep-alive'].includes(header))
    const bare = await startBaseline('bare-http-process.ts', { headers: own.flat(), body } satisfies BareAnswer)
    const requests = { templates: [{ method: 'GET', path, headers }] }
    const [ours, baseline] = await Promise.all([startLoad(url, requests), startLoad(bare.url, requests)])
    return { ours, baseline, serverPid: pid, close: bare.close }
  },
})

const onePost = ({ posts }: BenchSetup) => posts[0]!

export const hotRows: readonly RowPlan[] = [
  ...hot('public list, hot', () => '/api/v1/public/posts'),
  ...hot('public post, hot', setup => `/api/v1/public/posts/${onePost(setup).id}`),
  ...hot('ranking, hot', () => '/api/v1/public/ranking'),
  ...hot('article page', setup => `/@${setup.author.username}/${onePost(setup).slug}`),
  ...hot('front page', () => '/'),
]
