import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import { Client } from '@galley/server/testing/client'
import { DatabasePair } from '@galley/server/testing/database/database-pair'
import { until } from '@galley/server/testing/processes/galley-process'
import { startReceiver } from '@galley/server/testing/receiver'
import { type CommittedEvent, compareArrivals } from '@galley/server/testing/webhook-arrivals'
import { registerWebhook } from '@galley/server/testing/webhooks'
import { ClusterLoad } from './cluster-load.ts'
import { ClusterNodes } from './cluster-nodes.ts'
import { LoadBalancer } from './load-balancer.ts'
import { revokeWithoutListeners } from './stopped-listeners.ts'
import { killAfterUnpublication } from './unpublication.ts'

const BUCKET = 'galley-cluster'
const EVENTS = ['post.created', 'post.published', 'post.updated']
/** In a phase without a disturbance. */
const CALM_MS = 5000
/** A second of trust, and what the measurement takes on a busy machine. */
const REVOKED_WITHIN_MS = 1500
/** A dead worker keeps its deliveries until its lease ends. */
const SETTLED_WITHIN_MS = 120_000

type Phase = {
  readonly phase: string
  readonly seconds: string
  readonly requests: number
  readonly failed: number
  readonly 'to another node': number
  readonly 'longest answer, s': string
}

/** Kills, pauses and fails over parts of a cluster under load, and compares the result with what was acknowledged. */
export async function runCluster({ pauseSeconds }: { pauseSeconds: number }) {
  const begun = performance.now()
  const checks: { check: string; count: number; failed: number }[] = []
  const failures: string[] = []
  const check = (name: string, count: number, found: readonly string[]) => {
    checks.push({ check: name, count, failed: found.length })
    failures.push(...found.slice(0, 5).map(text => `${name}: ${text}`))
  }
  const databases = new DatabasePair()
  const folder = mkdtempSync(join(tmpdir(), 'galley-cluster-'))
  const buckets = [{ name: BUCKET }]
  const s3 = new S3rver({ address: '127.0.0.1', port: 0, directory: folder, silent: true, configureBuckets: buckets })
  const receiver = await startReceiver()
  let nodes: ClusterNodes | undefined
  let balancer: LoadBalancer | undefined
  try {
    const [{ port }] = await Promise.all([s3.run(), databases.start()])
    nodes = new ClusterNodes({
      DATABASE_URL: databases.url,
      DATABASE_REPLICA_URL: databases.replicaUrl,
      STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    })
    await nodes.start()
    console.log(`started after ${seconds(performance.now() - begun)} s`)
    balancer = new LoadBalancer(nodes.apiUrls)
    const url = await balancer.listen()
    const author = await createAuthor(url, databases)
    await registerWebhook(new Client(url, { token: author.token }), `${receiver.url}/all`, { event_types: EVENTS })
    const load = new ClusterLoad(url, author.token)
    load.start()
    const found = { hidden: [], revoked: [] }
    const phases = await runPhases({ nodes, balancer, databases, load, pauseSeconds, ...author, ...found })
    await load.stop()
    const outside = phases.filter(({ phase }) => !phase.startsWith('failover'))
    check('no request fails outside the failover', sum(outside.map(({ requests }) => requests)), [
      ...(outside.some(({ failed }) => failed > 0) ? load.failures : []),
    ])
    check('a text that is no longer public disappears everywhere, although its node was killed', 2, found.hidden)
    check('a revoked token ends within a second, although no messages arrive', 1, found.revoked)
    await until('no delivery is pending', () => isSettled(databases), SETTLED_WITHIN_MS)
    await checkPosts(databases, load, check)
    const latestMs = await checkSchedules(databases, load, check)
    const events = (await databases.query('select event_id, name, body from events')) as unknown as CommittedEvent[]
    const arrivals = compareArrivals(events, { '/all': EVENTS }, receiver.received)
    check('every event reaches the webhook', arrivals.expected, arrivals.failures)
    check('all nodes stop gracefully', 5, await nodes.stop())
    return {
      phases,
      checks,
      afterwards: { 'delivered twice': arrivals.duplicates, 'latest schedule, s': seconds(latestMs) },
      failures,
    }
  } finally {
    balancer?.close()
    await nodes?.destroy()
    databases.close()
    await s3.close()
    await receiver.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Parts {
  readonly nodes: ClusterNodes
  readonly balancer: LoadBalancer
  readonly databases: DatabasePair
  readonly load: ClusterLoad
  readonly pauseSeconds: number
  readonly token: string
  readonly session: Client
  /** Gets what was shown for too long. */
  readonly hidden: string[]
  /** Gets what was accepted for too long. */
  readonly revoked: string[]
}

async function runPhases(parts: Parts): Promise<Phase[]> {
  const { nodes, balancer, databases, load, pauseSeconds, token, session, hidden, revoked } = parts
  const phases: Phase[] = []
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const begun = performance.now()
    const before = balancer.repeated
    load.takeCounts()
    await work()
    await load.untilServed()
    const { requests, failed, longestMs } = load.takeCounts()
    const time = seconds(performance.now() - begun)
    const repeated = balancer.repeated - before
    const row = { requests, failed, 'to another node': repeated, 'longest answer, s': seconds(longestMs) }
    phases.push({ phase: name, seconds: time, ...row })
    console.log(
      `${name.padEnd(40)} ${time.padStart(6)} s  ${requests} requests, ${failed} failed, ${repeated} repeated`,
    )
  }
  const pauseNode = async (name: 'api 3' | 'worker 2') => {
    nodes.processOf(name).child.kill('SIGSTOP')
    await pause(pauseSeconds * 1000)
    nodes.processOf(name).child.kill('SIGCONT')
  }
  const restart = async (
    name: 'api 2' | 'worker 1',
    kill: () => Promise<unknown> = () => nodes.processOf(name).stop('SIGKILL'),
  ) => {
    const former = nodes.urlOf(name)
    await kill()
    await pause(CALM_MS)
    await nodes.startNode(name)
    if (name === 'api 2') balancer.replace(former, nodes.urlOf(name))
  }
  const unpublish = (what: string, isReplicaLagging: boolean, atMostMs: number) =>
    phase(`api 2 killed after an un-publication${what}`, () =>
      restart('api 2', async () => {
        const shownMs = await killAfterUnpublication({ nodes, databases, token }, isReplicaLagging)
        console.log(`the text was shown for ${seconds(shownMs)} s`)
        if (shownMs > atMostMs) hidden.push(`shown for ${seconds(shownMs)} s${what}`)
      }),
    )
  await phase('undisturbed', () => pause(CALM_MS))
  await phase('api 2 killed and started again', () => restart('api 2'))
  await unpublish('', false, 1000)
  await unpublish(', with a lagging replica', true, 3000)
  await phase('listening connections stopped', async () => {
    const acceptedMs = await revokeWithoutListeners(nodes, databases, session)
    if (acceptedMs > REVOKED_WITHIN_MS) revoked.push(`accepted for ${seconds(acceptedMs)} s`)
  })
  await phase('worker 1 killed and started again', () => restart('worker 1'))
  await phase(`api 3 and worker 2 paused for ${pauseSeconds} s`, () =>
    Promise.all([pauseNode('api 3'), pauseNode('worker 2')]),
  )
  await phase('undisturbed after the pause', () => pause(CALM_MS))
  await phase('failover of the primary', () => databases.failOver())
  await phase('undisturbed after the failover', () => pause(CALM_MS))
  return phases
}

async function createAuthor(url: string, databases: DatabasePair): Promise<{ token: string; session: Client }> {
  const password = randomBytes(12).toString('hex')
  const session = new Client(url)
  await session.post('/api/v1/signup', { username: 'author', email: 'author@example.com', password })
  await databases.query("update users set plan = 'premium'")
  await session.logIn('author', password)
  const { body } = await session.post('/api/v1/tokens', { name: 'cluster' })
  return { token: body.token, session }
}

async function isSettled(databases: DatabasePair): Promise<boolean> {
  const [row] = await databases.query('select count(*)::int from undelivered where due_at is not null')
  const [due] = await databases.query("select count(*)::int from posts where status = 'scheduled'")
  return row?.['count'] === 0 && due?.['count'] === 0
}

type Check = (name: string, count: number, found: readonly string[]) => void

async function checkPosts(databases: DatabasePair, load: ClusterLoad, check: Check): Promise<void> {
  const rows = await databases.query('select id, title from posts')
  const stored = new Map(rows.map(row => [row['id'], row['title']]))
  const lost = [...load.titles].filter(([id, title]) => stored.get(id) !== title)
  const texts = lost.map(([id, title]) => `${id}: ${title} was acknowledged, ${stored.get(id) ?? 'nothing'} is stored`)
  check('every acknowledged post is stored as acknowledged', load.titles.size, texts)
}

/** Each is published once, and not before its time. Returns how late the latest one was. */
async function checkSchedules(databases: DatabasePair, load: ClusterLoad, check: Check): Promise<number> {
  const rows = await databases.query(
    `select p.id, p.status, p.published_at, p.scheduled_for,
       (select count(*)::int from events e where e.name = 'post.published' and e.body like '%' || p.id || '%') as events
     from posts p where p.id = any($1)`,
    [[...load.scheduled.keys()]],
  )
  const byId = new Map(rows.map(row => [String(row['id']), row]))
  let latestMs = 0
  const wrong: string[] = []
  for (const [id, dueMs] of load.scheduled) {
    const row = byId.get(id)
    const publishedMs = row?.['published_at'] instanceof Date ? row['published_at'].getTime() : Number.NaN
    if (row?.['events'] !== 1 || !(publishedMs >= dueMs)) wrong.push(`${id}, due ${dueMs}: ${JSON.stringify(row)}`)
    else latestMs = Math.max(latestMs, publishedMs - dueMs)
  }
  check('every schedule is kept exactly once', load.scheduled.size, wrong)
  return latestMs
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0)
const seconds = (ms: number) => (ms / 1000).toFixed(1)
