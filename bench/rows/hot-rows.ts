import { once } from 'node:events'
import { join } from 'node:path'
import type { BareAnswer } from '../floors/bare-http-process.ts'
import { forkProcess } from '../load/fork-process.ts'
import type { Galley } from '../server/galley-process.ts'
import { type Rig, startLoad } from './rig.ts'
import { GOALS, type RowPlan } from './row.ts'

const PROXY_HEADERS = { 'x-forwarded-for': '203.0.113.7' }

/** Asked directly, and through a proxy that names the client's address. */
const hot = (name: string, pathOf: (rig: Rig) => string): RowPlan[] => [
  hotRow(name, pathOf, {}, rig => rig.galley),
  { ...hotRow(`${name}, behind a proxy`, pathOf, PROXY_HEADERS, rig => rig.proxied), direct: name },
]

const hotRow = (
  name: string,
  pathOf: (rig: Rig) => string,
  headers: Record<string, string>,
  serverOf: (rig: Rig) => Galley,
): RowPlan => ({
  name,
  goal: GOALS.hot,
  floor: 'node:http sending the same headers and bytes',
  prepare: async rig => {
    const path = pathOf(rig)
    const { url, pid } = serverOf(rig)
    // The second answer is the hot one.
    await fetch(url + path)
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'identity', ...headers } })
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== 200) return { unavailable: `${path} answers ${answer.status}` }
    // The ones that Node writes by itself are left to it.
    const own = [...answer.headers].filter(([header]) => !['date', 'connection', 'keep-alive'].includes(header))
    const bare = await startBare({ headers: own.flat(), body })
    const questions = { ask: [{ method: 'GET', path, headers }] }
    const [ours, floor] = await Promise.all([startLoad(url, questions), startLoad(bare.url, questions)])
    const close = () => {
      ours.close()
      floor.close()
      bare.close()
    }
    return { ours, floor, serverPid: pid, close }
  },
})

async function startBare(answer: BareAnswer): Promise<{ url: string; close: () => void }> {
  const child = forkProcess(join(import.meta.dirname, '../floors/bare-http-process.ts'))
  child.send(answer)
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}`, close: () => child.disconnect() }
}

const onePost = ({ posts }: Rig) => posts[0]!

export const hotRows: readonly RowPlan[] = [
  ...hot('public list, hot', () => '/api/v1/public/posts'),
  ...hot('public post, hot', rig => `/api/v1/public/posts/${onePost(rig).id}`),
  ...hot('ranking, hot', () => '/api/v1/public/ranking'),
  ...hot('article page', rig => `/@${rig.author.username}/${onePost(rig).slug}`),
  ...hot('front page', () => '/'),
]
