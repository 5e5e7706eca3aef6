import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startDatabaseProxy } from '../support/database/database-proxy.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const FRIEND = 'https://app.example'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer({ env: { ALLOWED_ORIGINS: FRIEND } })
  alice = await server.person()
})
after(() => server.close())

describe('monitoring', () => {
  it('GET /healthz reports that the process is up', async () => {
    const { status, body } = await server.anyone.get('/healthz')
    assert.equal(status, 200)
    assert.deepEqual(body, { status: 'ok' })
  })

  it('GET /readyz reports the state of database, migrations and worker', async () => {
    const { status, body } = await server.anyone.get('/readyz')
    assert.equal(status, 200)
    assert.equal(body.status, 'ok')
    const { database, migrations, worker } = body.checks
    assert.deepEqual({ database, migrations, worker }, { database: 'ok', migrations: 'ok', worker: 'off' })
  })

  it('GET /readyz is 503 if a migration is missing', async () => {
    const behind = await startTestServer()
    try {
      await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(
        behind.context.db,
      )
      const { status, body } = await behind.anyone.get('/readyz')
      assert.equal(status, 503)
      assert.equal(body.checks.migrations, 'pending')
    } finally {
      await behind.close()
    }
  })

  it('GET /readyz queries the database once a second, however many probes there are', async () => {
    const proxy = await startDatabaseProxy(server.database)
    const other = await startTestServer({ database: proxy.database })
    try {
      proxy.statements.length = 0
      for (let i = 0; i < 20; i++) assert.equal((await other.anyone.get('/readyz')).status, 200)
      const checks = proxy.statements.filter(statement => /kysely_migration/.test(statement)).length
      assert.ok(checks > 0 && checks < 10, `${checks} checks`)
    } finally {
      await other.close()
      await proxy.cut()
    }
  })

  it('GET /metrics works from this machine and with METRICS_TOKEN, and is 404 for others', async () => {
    const env = { TRUST_PROXY: 'true', METRICS_TOKEN: 'a token for metrics' }
    const watched = await startTestServer({ env, database: server.database })
    const closed = await startTestServer({ env: { TRUST_PROXY: 'true' }, database: server.database })
    try {
      const status = async ({ anyone }: TestServer, from: string, authorization?: string) => {
        const headers = { 'x-forwarded-for': from, ...(authorization && { authorization }) }
        return (await anyone.get('/metrics', { headers })).status
      }
      assert.equal(await status(watched, '192.0.2.1'), 404)
      assert.equal(await status(watched, '192.0.2.1', 'Bearer another token'), 404)
      assert.equal(await status(watched, '192.0.2.1', 'Bearer'), 404)
      assert.equal(await status(watched, '192.0.2.1', 'Bearer a token for metrics'), 200)
      assert.equal(await status(watched, '127.0.0.1'), 200)
      assert.equal(await status(watched, '::1'), 200)
      assert.equal(await status(watched, '::ffff:127.0.0.1'), 200)
      // A forged header that claims to be this machine.
      assert.equal(await status(watched, '127.0.0.1, 192.0.2.1'), 404)
      assert.equal(await status(closed, '192.0.2.1', 'Bearer undefined'), 404)
      assert.equal(await status(closed, '127.0.0.1'), 200)
    } finally {
      await watched.close()
      await closed.close()
    }
  })

  it('GET /metrics is 404 for what a proxy on this machine forwards, also without TRUST_PROXY', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    assert.equal((await server.anyone.get('/metrics', { headers })).status, 404)
    assert.equal((await server.anyone.get('/metrics', { headers: { forwarded: 'for=192.0.2.1' } })).status, 404)
    assert.equal((await server.anyone.get('/metrics')).status, 200)
  })

  it('GET /metrics counts requests by route, not by path', async () => {
    const id = crypto.randomUUID()
    await alice.session.delete(`/api/v1/tokens/${id}`)
    await server.anyone.get(`/nothing/${id}`)
    const { status, headers, body } = await server.anyone.get('/metrics')
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    const labels = 'method="DELETE",route="/api/v1/tokens/:id",status="404"'
    assert.ok(body.includes(`galley_http_requests_total{${labels}} 1\n`), body)
    assert.ok(!body.includes(id))
  })
})
