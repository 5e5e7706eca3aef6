import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabasePair } from '@galley/server/testing/database/database-pair'
import { until } from '@galley/server/testing/processes/galley-process'
import type { ClusterNodes } from './cluster-nodes.ts'

/** Longer than any node may show the text. */
const WATCHED_MS = 5000

interface Parts {
  readonly nodes: ClusterNodes
  readonly databases: DatabasePair
  readonly token: string
}

/**
 * Kills api 2 right after it answered that a post is a draft again. Returns for how many milliseconds other nodes, which
 * had the post in their caches, still showed its text.
 */
export async function killAfterUnpublication(
  { nodes, databases, token }: Parts,
  isReplicaLagging: boolean,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const own = `${nodes.urlOf('api 2')}/api/v1/posts`
  // An error page repeats the address, which does not contain the text.
  const [text, tag] = [randomBytes(6).toString('hex'), randomBytes(6).toString('hex')]
  const input = { title: 'To hide', content: `The text is ${text}.`, tags: [tag], status: 'published' }
  const created = await fetch(own, { method: 'POST', headers, body: JSON.stringify(input) })
  const { id, slug } = (await created.json()) as { id: string; slug: string }
  const paths = [`/api/v1/public/posts/${id}`, `/api/v1/public/posts?tag=${tag}`, `/@author/${slug}`]
  const others = (['api 1, clock 10 minutes ahead', 'api 3'] as const).map(name => nodes.urlOf(name))
  const isShown = async (address: string) => (await (await fetch(address)).text()).includes(text)
  const shown = () => Promise.all(others.flatMap(url => paths.map(path => isShown(url + path))))
  await until('all nodes show the post', async () => (await shown()).every(Boolean))

  if (isReplicaLagging) await databases.pauseReplica()
  const change = { method: 'PATCH', headers, body: JSON.stringify({ status: 'draft' }) }
  const { status } = await fetch(`${own}/${id}`, change)
  nodes.processOf('api 2').child.kill('SIGKILL')
  if (status !== 200) throw new Error(`the post could not be hidden: ${status}`)
  const sinceMs = performance.now()
  let longestMs = 0
  for (let passedMs = 0; passedMs < WATCHED_MS; passedMs = performance.now() - sinceMs) {
    if ((await shown()).includes(true)) longestMs = passedMs
    await pause(20)
  }
  if (isReplicaLagging) await databases.resumeReplica()
  return longestMs
}
