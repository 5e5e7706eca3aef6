import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@galley/server/testing/client'
import type { DatabasePair } from '@galley/server/testing/database/database-pair'
import { until } from '@galley/server/testing/processes/galley-process'
import type { ClusterNodes } from './cluster-nodes.ts'

/** Longer than any node may accept the token. */
const WATCHED_MS = 5000

/**
 * Stops the backends of all listening connections, which then neither deliver messages nor end, as if packets were
 * dropped. Returns for how many milliseconds other nodes, which knew the token, accept it after it was revoked.
 */
export async function revokeWithoutListeners(
  nodes: ClusterNodes,
  databases: DatabasePair,
  session: Client,
): Promise<number> {
  const { id, token } = (await session.post('/api/v1/tokens', { name: 'to revoke' })).body
  const others = nodes.apiUrls.map(url => new Client(url, { token }))
  const accepted = async () => {
    const answers = await Promise.all(others.map(each => each.get('/api/v1/me')))
    return answers.some(({ status }) => status === 200)
  }
  await until('the token is known', accepted)
  const backends = await databases.query("select pid from pg_stat_activity where application_name = 'galley bus'")
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of backends) process.kill(Number(pid), name)
  }
  signal('SIGSTOP')
  try {
    const { status } = await session.delete(`/api/v1/tokens/${id}`)
    if (status !== 200) throw new Error(`the token could not be revoked: ${status}`)
    const sinceMs = performance.now()
    let longestMs = 0
    for (let passedMs = 0; passedMs < WATCHED_MS; passedMs = performance.now() - sinceMs) {
      if (await accepted()) longestMs = passedMs
      await pause(20)
    }
    return longestMs
  } finally {
    signal('SIGCONT')
  }
}
