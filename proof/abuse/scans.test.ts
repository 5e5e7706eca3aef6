import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { Client } from '@galley/server/testing/client'
import { openEvents } from '@galley/server/testing/event-stream'
import { eventually } from '@galley/server/testing/eventually'
import { plain } from '@galley/server/testing/posts/images'
import { RECEIVER_ENV, type Receiver, startReceiver } from '@galley/server/testing/receiver'
import { runJobs } from '@galley/server/testing/run-jobs'
import { createTestDatabase, type TestDatabase } from '@galley/server/testing/test-database'
import { startTestServer, type TestServer } from '@galley/server/testing/test-server'
import { CRONTAB, refreshRankings } from '@galley/server/testing/use-cases'
import { sql } from 'kysely'
import pg from 'pg'
import { type GoodRequest, goodRequest, toRawRequest } from './good-requests.ts'
import { isForAdmins, type Json, type Operation, readOperations } from './operations.ts'
import { publicPaths } from './permissions/public-surface.ts'
import { RawClient } from './raw-client.ts'
import { crowdedTables } from './test-data/crowded-tables.ts'
import type { OwnedResources } from './test-data/owned-resources.ts'
import type { Person } from './test-data/person.ts'
import { OUTBOX_ENV, SALES_ENV, TestData } from './test-data/test-data.ts'

/** In each table; one account has 90 % of them. */
const ROWS = 5000
/** Beyond as many rows as it uses: a scan of a table passes over the rows of all others. */
const PASSED_OVER_MAX = ROWS / 10 + 100
/** A list has a total, so a statement may read all rows of the account, in several tables. */
const READ_MAX = 10 * ROWS

let database: TestDatabase
let receiver: Receiver
let plans: Json[] = []
before(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver()
  for (const [name, value] of Object.entries(AUTO_EXPLAIN)) await alterDatabase(name, value)
})
after(async () => {
  await receiver.close()
  await database.drop()
})

const startServer = () => startTestServer({ database, env: { ...SALES_ENV, ...OUTBOX_ENV, ...RECEIVER_ENV }, onNotice })

function onNotice({ message = '' }): void {
  const [, plan] = /^duration: .*? plan:\n(.*)$/s.exec(message) ?? []
  if (plan !== undefined) plans.push(JSON.parse(plan))
}

/** For all connections from now on. */
async function alterDatabase(name: string, value: string): Promise<void> {
  const client = new pg.Client(database.connection)
  await client.connect()
  await client.query(`alter database ${database.connection.database} set ${name} = '${value}'`)
  await client.end()
}

/** PostgreSQL sends the plan of each statement as a notice, also of those in functions. */
const AUTO_EXPLAIN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** They end the session or the account, or read everything. */
const LEFT_OUT = new Set([
  'logOut',
  'endSession',
  'endOtherSessions',
  'deleteMe',
  'confirmPasswordReset',
  'useRecoveryCode',
  'suspendUser',
  'restoreUser',
  'exportMe',
])
const image = await plain('png', 9, 9)
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

it('no statement passes over the rows of a table, if one account has nearly all of them', async () => {
  const first = await startServer()
  const data = new TestData(first.url, first.context.db, receiver.url)
  const person = await data.person('pro_plus', 'admin')
  const own = await data.resourcesOf(person)
  await crowdedTables(first.context.db, ROWS, person.id, own)
  await refreshRankings(first.context)
  const operations = readOperations((await first.anyone.get('/api/v1/openapi.json')).body)
    .filter(({ name }) => !LEFT_OUT.has(name))
    .toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))
  await first.close()
  const lastRead = operations.findLast(({ method }) => method === 'GET')
  const found = new Set<string>()
  const watch = async (what: string, work: () => Promise<unknown>) => {
    plans = []
    await work()
    for (const plan of plans) for (const scan of largeScans(plan)) found.add(`${what}: ${scan}`)
  }
  // A plan that is kept does not know the values, so it may be another one.
  for (const mode of ['force_generic_plan', 'auto']) {
    await alterDatabase('plan_cache_mode', mode)
    const server = await startServer()
    const client = new RawClient(server.url)
    for (const operation of operations) {
      // Changes delete what the requests with the other kind of plans read.
      if (mode !== 'auto' && operation.method !== 'GET') continue
      const request = goodRequest({ target: { receiverUrl: receiver.url } }, operation, person, own)
      const more = mode === 'auto' ? variations(operation, request, person, own.post) : []
      for (const { path, ...sent } of [request, ...more].map(each => toRawRequest(each, image))) {
        await watch(`${operation.name} ${path}`, async () => {
          const cookie = operation.auth === 'none' ? {} : { cookie: person.cookie }
          const { status } = await client.send({ ...sent, path, headers: { ...sent.headers, ...cookie } })
          if (operation.method === 'GET') assert.equal(status, 200, path)
        })
      }
      // Before the changes delete what is read here.
      if (operation === lastRead) await readElsewhere(server, person, own, watch)
    }
    if (mode === 'auto') for (const task of TASKS) await watch(`the task ${task}`, () => runTask(server, task))
    client.close()
    await server.close()
  }
  assert.deepEqual([...found], [])
})

/** Everything that reads besides the operations: pages, feeds, sitemaps, tools of assistants, the stream of events. */
async function readElsewhere(
  server: TestServer,
  { username, cookie, token }: Person,
  { post, series, otherUser }: OwnedResources,
  watch: (what: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const session = new Client(server.url, { cookie })
  const { slug } = (await session.get(`/api/v1/posts/${post}`)).body
  const shown = { usernames: [username, otherUser], posts: [{ id: post, slug }], series }
  for (const path of ['/search?q=text', `/series/${series}`, ...publicPaths(shown)]) {
    for (const reader of [server.anyone, session]) await watch(path, () => reader.get(path))
  }
  const program = new Client(server.url, { token })
  const headers = { accept: 'application/json, text/event-stream' }
  for (const [name, given] of Object.entries({ ...READING_TOOLS, read_post: { id: post } })) {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
    await watch(`the tool ${name}`, async () => {
      const { status, body } = await program.post('/mcp', call, { headers })
      assert.ok(status === 200 && !body.result?.isError, `${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
    })
  }
  await watch('the stream of events', async () => {
    const stream = await openEvents(server.url, token)
    await eventually(() => assert.ok(stream.events.length > 0))
    await stream.close()
  })
}

const READING_TOOLS = {
  find_posts: { q: 'text' },
  read_statistics: {},
  series: { action: 'list' },
  search_public: { q: 'text' },
  webhook_health: {},
}

/** They read everything: rankings and the first index of the search and of images, and a backup. */
const READ_ALL = /^refresh-|^index-|^scheduled-backup$/
const TASKS = CRONTAB.map(({ task }) => task).filter(task => !READ_ALL.test(task))

async function runTask(server: TestServer, task: string): Promise<void> {
  await sql`select graphile_worker.add_job(${task})`.execute(server.context.db)
  await runJobs(server, task)
}

/** The request with each parameter of a query, unless that compares each row of the account, or each row for an admin. */
function variations(operation: Operation, request: GoodRequest, { username }: Person, post: string): GoodRequest[] {
  if (operation.method !== 'GET' || isForAdmins(operation)) return []
  const soon = new Date(Date.now() - 60_000).toISOString()
  return operation.parameters.flatMap(({ name, in: place, schema }) => {
    const named: Record<string, readonly string[]> = {
      tag: ['abuse', 'no-post-has-this'],
      author: [username],
      username: [username],
      external_id: ['x-7', 'none'],
      sha256: ['0'.repeat(64)],
      days: ['30'],
      offset: ['4000'],
      published_from: [],
      published_to: [],
      since: [],
    }
    const byType = schema.format === 'date-time' ? [soon] : schema.format === 'uuid' ? [post] : []
    const values: readonly string[] = place === 'query' ? (named[name] ?? schema.enum ?? byType) : []
    return values.map(value => ({ ...request, query: { ...request.query, [name]: encodeURIComponent(value) } }))
  })
}

function largeScans({ Plan: plan, 'Query Text': text }: Json): string[] {
  const { read, passedOver } = workOf(plan)
  if (passedOver <= read - passedOver + PASSED_OVER_MAX && read <= READ_MAX) return []
  return [`${read} rows read, ${passedOver} of them for nothing: ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}`]
}

function workOf(node: Json): { read: number; passedOver: number } {
  const work = (node.Plans ?? []).map(workOf)
  if (/^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(node['Node Type'])) {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    const loops = node['Actual Loops']
    work.push({ read: (node['Actual Rows'] + removed) * loops, passedOver: removed * loops })
  }
  const sum = (name: 'read' | 'passedOver') => work.reduce((total: number, each: Json) => total + each[name], 0)
  return { read: sum('read'), passedOver: sum('passedOver') }
}
