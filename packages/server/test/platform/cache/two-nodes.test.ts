import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { EVENT_NAMES } from '@galley/contract/delivery/events'
import { RANKING_TYPES } from '@galley/contract/reading/public'
import { sql } from 'kysely'
import { RANKINGS } from '../../../src/platform/cache/subjects.ts'
import type { SharedCounts } from '../../../src/platform/core/limits/shared-counts.ts'
import { shareRateLimits } from '../../../src/platform/db/shared-rate-limits.ts'
import { assertError, Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { plain } from '../../support/posts/images.ts'
import { changePost, createPost, eventNames, later, POSTS } from '../../support/posts/posts.ts'
import { cacheHits, PUBLIC, publish, READER } from '../../support/posts/public.ts'
import { upload } from '../../support/posts/upload.ts'
import { CommandProcess } from '../../support/processes/command-process.ts'
import { statusOf } from '../../support/processes/galley-process.ts'
import { type NodeProcess, startNodeProcess } from '../../support/processes/node-process.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'
import { registerWebhook } from '../../support/webhooks.ts'

const SECOND = 1000
const UPLOADS_A_MINUTE = 3

let database: TestDatabase
let dataDir: string
let receiver: Receiver
/** In this process; the others have their own. */
let here: TestServer
let there: NodeProcess
let worker: NodeProcess
let sharedCounts: SharedCounts
const operator = new CommandProcess()
/** How many notifications about new rankings were sent to the nodes. */
let rankingNews = 0

before(async () => {
  database = await createTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'galley-nodes-'))
  receiver = await startReceiver()
  const env = { ...RECEIVER_ENV, DATA_DIR: dataDir, RATE_LIMIT_UPLOADS: String(UPLOADS_A_MINUTE) }
  here = await startTestServer({ database, env })
  sharedCounts = shareRateLimits(here.context.db, here.context.limits, here.context.log)
  here.context.bus.subscribe(message => {
    if (message.about === 'public' && message.subjects.includes(RANKINGS)) rankingNews++
  })
  const nodes = await Promise.all(['api', 'worker'].map(ROLE => startNodeProcess(database, { ...env, ROLE })))
  ;[there, worker] = nodes as [NodeProcess, NodeProcess]
})
after(async () => {
  await Promise.all([there, worker].map(node => node?.end('SIGTERM')))
  await operator.end()
  sharedCounts.close()
  await here.close()
  await receiver.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Node = Pick<NodeProcess, 'url'>

interface Known {
  readonly session: Client
  readonly bearer: Client
}

/** A new account with clients on both nodes. */
async function person(): Promise<{ it: Person; here: Known; there: Known }> {
  const it = await here.person()
  const at = ({ url }: Node): Known => ({
    session: new Client(url, { cookie: it.session.cookie! }),
    bearer: new Client(url, { token: it.token }),
  })
  return { it, here: at(here), there: at(there) }
}

/** Sends a first request, so that a cache could answer the next. */
async function warm(...clients: Client[]): Promise<void> {
  for (const client of clients) assert.equal((await client.get('/api/v1/me')).status, 200)
}

const anyoneAt = ({ url }: Node) => new Client(url)

/** What a node shows, without view counts, which these reads change. */
async function shown(node: Node, path: string): Promise<string> {
  const { status, body } = await anyoneAt(node).get(PUBLIC + path)
  return status === 200 ? JSON.stringify(body, (name, value) => (name === 'view_count' ? 0 : value)) : `${status}`
}

describe('two API nodes and a worker: within a second, the other node', () => {
  it('shows a post that is published, changed, unpublished and deleted on this node, alone, in lists and in the profile', async () => {
    const alice = await person()
    const { id } = await createPost(alice.here.bearer, { tags: ['nodes'] })
    const paths = [`/posts/${id}`, '/posts?tag=nodes', `/users/${alice.it.account.username}`]
    const steps = [
      () => changePost(alice.here.bearer, id, { status: 'published' }),
      () => changePost(alice.here.bearer, id, { title: 'Changed' }),
      () => changePost(alice.here.bearer, id, { status: 'archived' }),
      () => changePost(alice.here.bearer, id, { status: 'published' }),
      () => alice.here.bearer.delete(`${POSTS}/${id}`),
    ]
    for (const step of steps) {
      const before = await Promise.all(paths.map(path => shown(there, path)))
      await step()
      for (const [i, path] of paths.entries()) {
        const now = await shown(here, path)
        assert.notEqual(now, before[i], `${path}: the node itself shows it at once`)
        await eventually(async () => assert.equal(await shown(there, path), now), SECOND)
      }
    }
  })

  it('rejects a token that was revoked on this node', async () => {
    const alice = await person()
    await warm(alice.here.bearer, alice.there.bearer)
    const [{ id }] = (await alice.here.session.get('/api/v1/tokens')).body.tokens
    assert.equal((await alice.here.session.delete(`/api/v1/tokens/${id}`)).status, 200)
    assertError(await alice.here.bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED')
    await eventually(async () => assertError(await alice.there.bearer.get('/api/v1/me'), 401, 'TOKEN_REVOKED'), SECOND)
  })

  it('rejects a session that was ended on this node', async () => {
    const alice = await person()
    await warm(alice.there.session)
    await alice.here.session.delete('/api/v1/session')
    await eventually(async () => assertError(await alice.there.session.get('/api/v1/me'), 401, 'UNAUTHORIZED'), SECOND)
  })

  it('rejects the other sessions after a password change on this node, and accepts the current one', async () => {
    const alice = await person()
    const browser = anyoneAt(there)
    await browser.logIn(alice.it.account.username, alice.it.password)
    await warm(browser, alice.there.session)
    const change = { password: 'another passphrase', current_password: alice.it.password }
    assert.equal((await alice.here.session.patch('/api/v1/me', change)).status, 200)
    await eventually(async () => assertError(await browser.get('/api/v1/me'), 401, 'UNAUTHORIZED'), SECOND)
    await warm(alice.there.session)
  })

  it('and this one follow the operator’s changes of plan and suspensions', async () => {
    const alice = await person()
    const bob = await person()
    const clientsOf = (who: typeof alice) => [who.here, who.there].flatMap(({ session, bearer }) => [session, bearer])
    const { id } = await publish(bob.here.bearer, { tags: ['suspended'] })
    const shownBy = (node: Node) => Promise.all([`/posts/${id}`, '/posts?tag=suspended'].map(path => shown(node, path)))
    await eventually(async () => assert.doesNotMatch((await shownBy(there)).join(), /^404|"total":0/), SECOND)
    await warm(...clientsOf(alice), ...clientsOf(bob))
    for (const args of [
      ['set-plan', alice.it.account.username, 'free'],
      ['suspend', bob.it.account.username],
    ]) {
      const { code, stderr } = await operator.run(['users', ...args], { DATABASE_URL: database.url })
      assert.equal(code, 0, stderr)
    }
    await eventually(async () => {
      for (const { bearer, session } of [alice.here, alice.there]) {
        assertError(await bearer.get('/api/v1/me'), 403, 'PLAN_REQUIRED')
        assert.equal((await session.get('/api/v1/me')).body.subscription_plan, 'free')
      }
      for (const client of clientsOf(bob)) assertError(await client.get('/api/v1/me'), 401, 'UNAUTHORIZED')
      for (const node of [here, there]) assert.match((await shownBy(node)).join(), /^404,.*"total":0/)
    }, SECOND)
  })

  it('serves an image that was uploaded here, and this one a thumbnail that was set there', async () => {
    const alice = await person()
    const image = await plain('png')
    const served = async (node: Node, path: string) =>
      Buffer.from(await (await fetch(`${node.url}/media/${path}`)).arrayBuffer())
    const { body } = await upload(alice.here.bearer, image)
    assert.deepEqual(await served(there, body.path), image)
    const { id } = await createPost(alice.here.bearer)
    const form = new FormData()
    form.append('file', new File([new Uint8Array(image)], 'a.png'))
    const set = await alice.there.bearer.send('POST', `${POSTS}/${id}/thumbnail`, { raw: form })
    assert.deepEqual(await served(here, set.body.upload.path), image)
  })
})

describe('a node that is killed right after its response', () => {
  it('has told the others what is no longer shown', async () => {
    const alice = await person()
    const doomed = await startNodeProcess(database, { DATA_DIR: dataDir, ROLE: 'api' })
    const { id } = await publish(alice.here.bearer, { content: 'HIDDENWORD' })
    // The message about the publication has arrived.
    await eventually(async () => {
      const before = await cacheHits(here)
      assert.match(await shown(here, `/posts/${id}`), /HIDDENWORD/)
      assert.equal(await cacheHits(here), before + 1)
    })
    const headers = { authorization: `Bearer ${alice.it.token}`, 'content-type': 'application/json' }
    const change = { method: 'PATCH', headers, body: JSON.stringify({ status: 'archived' }) }
    const { status } = await fetch(`${doomed.url}${POSTS}/${id}`, change)
    const killed = doomed.end('SIGKILL')
    assert.equal(status, 200)
    await eventually(async () => assert.equal(await shown(here, `/posts/${id}`), '404'), SECOND)
    await killed
  })
})

describe('exactly once, with any number of nodes,', () => {
  it('a request is executed that both get at the same time under one Idempotency-Key', async () => {
    const alice = await person()
    const headers = { 'idempotency-key': 'both' }
    const post = { title: 'Once', content: 'Only once.' }
    const clients = [alice.here.bearer, alice.there.bearer, alice.here.bearer, alice.there.bearer]
    const responses = await Promise.all(clients.map(client => client.post(POSTS, post, { headers })))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(responses.map(({ body }) => body.id)).size, 1)
    assert.equal((await alice.here.bearer.get(POSTS)).body.total, 1)
  })

  it('a scheduled post is published, and each of its events delivered, by the worker', async () => {
    const alice = await person()
    await registerWebhook(alice.here.bearer, `${receiver.url}/once`, { event_types: [...EVENT_NAMES] })
    const posts = await Promise.all(
      [alice.here, alice.there, alice.here, alice.there].map(({ bearer }) =>
        createPost(bearer, { status: 'scheduled', scheduled_for: later(1200) }),
      ),
    )
    for (const { id } of posts) {
      await eventually(async () => {
        for (const node of [here, there]) assert.notEqual(await shown(node, `/posts/${id}`), '404')
      })
      assert.deepEqual(await eventNames(here, id), ['post.created', 'post.published'])
    }
    const expected = posts.flatMap(({ id }) => [`post.created ${id}`, `post.published ${id}`]).toSorted()
    await eventually(() => assert.equal(receiver.received.length, expected.length))
    const bodies = receiver.received.map(({ body }) => JSON.parse(body))
    assert.deepEqual(bodies.map(({ event, data }) => `${event} ${data.post.id}`).toSorted(), expected)
    await eventually(async () => assert.equal(await deliveredBy(worker), expected.length))
    assert.equal(await deliveredBy(there), 0)
  })

  /** How many deliveries this process has completed. */
  async function deliveredBy({ url }: Node): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text()
    return Number(/^galley_webhook_deliveries_total\{outcome="success"\} (\d+)$/m.exec(text)?.[1] ?? 0)
  }

  it('the rankings are refreshed, and both nodes show the same', async () => {
    const alice = await person()
    const { id } = await publish(alice.here.bearer)
    assert.equal((await alice.there.bearer.put(`${READER}/posts/${id}/save`)).status, 200)
    const { db } = here.context
    // The worker's start-up refresh is over, so the next notification belongs to the refresh requested here.
    await eventually(async () => {
      const { rows } = await sql`select from graphile_worker.jobs where run_at <= now()`.execute(db)
      assert.equal(rows.length, 0)
    })
    await eventually(() => assert.ok(rankingNews > 0))
    const before = rankingNews
    // As if several nodes requested it at the same time.
    await sql`
      select graphile_worker.add_job('refresh-rankings', '{}'::json, job_key => 'refresh-rankings')
      from generate_series(1, 3)`.execute(db)
    for (const type of RANKING_TYPES) {
      await eventually(async () => {
        const ranking = await shown(here, `/ranking?type=${type}`)
        assert.ok(ranking.includes(id), ranking)
        assert.equal(await shown(there, `/ranking?type=${type}`), ranking)
      })
    }
    await eventually(() => assert.equal(rankingNews, before + 1))
  })
})

describe('counting on several nodes', () => {
  it('is exact in the database: likes that both get at the same time', async () => {
    const alice = await person()
    const { id } = await publish(alice.here.bearer)
    const readers = await Promise.all(Array.from({ length: 6 }, person))
    const like = `${READER}/posts/${id}/like`
    const responses = await Promise.all(readers.flatMap(who => [who.here.bearer.put(like), who.there.bearer.put(like)]))
    assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]))
    assert.equal((await readers[0]!.there.bearer.delete(like)).body.like_count, 5)
    for (const node of [here, there]) {
      await eventually(async () => {
        assert.equal((await anyoneAt(node).get(`${PUBLIC}/posts/${id}`)).body.like_count, 5)
      }, 5 * SECOND)
    }
  })

  it('is shared for rate limits: both nodes have one limit', async () => {
    const alice = await person()
    const image = await plain('png', 8, 8)
    const clients = [alice.here.bearer, alice.there.bearer, alice.here.bearer]
    for (const [i, bearer] of clients.entries()) {
      const response = await upload(bearer, image)
      assert.equal(response.status, 201)
      assert.equal(response.headers.get('ratelimit-remaining'), String(UPLOADS_A_MINUTE - 1 - i))
    }
    for (const { bearer } of [alice.here, alice.there]) assertError(await upload(bearer, image), 429, 'RATE_LIMITED')
  })
})

describe('a worker process', () => {
  it('serves health and metrics, and nothing else', async () => {
    assert.equal((await anyoneAt(worker).get('/readyz')).body.checks.worker, 'ok')
    assert.equal((await anyoneAt(there).get('/readyz')).body.checks.worker, 'off')
    // Not with the API client, which would fail on an undocumented status.
    assert.equal(await statusOf(`${worker.url}${PUBLIC}/posts`), 404)
  })
})

describe('a node that is stopped', () => {
  it('loses no view', async () => {
    const { id } = await publish((await person()).here.bearer)
    for (let reader = 0; reader < 30; reader++) {
      const headers = { 'user-agent': `reader ${reader}` }
      assert.equal((await anyoneAt(there).get(`${PUBLIC}/posts/${id}`, { headers })).status, 200)
    }
    await there.end('SIGTERM')
    const { rows } = await sql`select view_count from posts where id = ${id}`.execute(here.context.db)
    assert.deepEqual(rows, [{ view_count: 30 }])
  })
})
