import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RECEIVER_ENV, type Receiver, startReceiver } from '@galley/server/testing/receiver'
import { createTestDatabase, type TestDatabase } from '@galley/server/testing/test-database'
import { startTestServer, type TestServer } from '@galley/server/testing/test-server'
import { refreshRankings } from '@galley/server/testing/use-cases'
import { AnswerCheck, DocumentedAnswers } from './answer-check.ts'
import { tagsOf } from './content/html-tags.ts'
import { Findings } from './findings.ts'
import { readOperations } from './operations.ts'
import { runAbuse } from './run-abuse.ts'
import { OUTBOX_ENV, SALES_ENV, STRICT_ENV } from './test-data/test-data.ts'

let database: TestDatabase
let receiver: Receiver
let server: TestServer
let strict: TestServer
before(async () => {
  database = await createTestDatabase()
  receiver = await startReceiver()
  server = await startTestServer({ database, env: { ...SALES_ENV, ...OUTBOX_ENV, ...RECEIVER_ENV } })
  strict = await startTestServer({ database, env: { ...SALES_ENV, ...OUTBOX_ENV, ...STRICT_ENV } })
  await refreshRankings(server.context)
})
after(async () => {
  await server.close()
  await strict.close()
  await receiver.close()
  await database.drop()
})

describe('hostile input', () => {
  // `npm run abuse` runs everything.
  it('causes no crash, no hang, no undocumented response and no unauthorised access (quick run)', async t => {
    const target = { url: server.url, strictUrl: strict.url, receiverUrl: receiver.url, db: server.context.db }
    const findings = await runAbuse(target, { seed: 'always the same', isQuick: true })
    for (const { part, requests, seconds } of findings.rows) t.diagnostic(`${part}: ${requests} requests, ${seconds} s`)
    assert.deepEqual(findings.failures, [])
    assert.equal((await server.anyone.get('/readyz')).status, 200)
  })
})

describe('the answer check', () => {
  it('reports every undocumented field, status and header', async () => {
    const document = (await server.anyone.get('/api/v1/openapi.json')).body
    const documented = new DocumentedAnswers(document)
    const readMe = readOperations(document).find(({ name }) => name === 'readMe')
    const me = {
      id: crypto.randomUUID(),
      username: 'a',
      display_name: 'A',
      subscription_plan: 'free',
      avatar_url: null,
    }
    const headers = { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', 'x-request-id': 'a' }
    const faultsOf = (status: number, body: object, more: Record<string, string> = {}) => {
      const findings = new Findings({ isQuiet: true }).part('test')
      const answer = { status, body: Buffer.from(JSON.stringify(body)), headers: { ...headers, ...more }, ms: 0 }
      new AnswerCheck(documented, findings).check(readMe, answer, 'test')
      return findings.failures.length
    }
    assert.equal(faultsOf(200, me), 0)
    assert.equal(faultsOf(200, { ...me, password_hash: 'x' }), 1)
    assert.equal(faultsOf(200, { ...me, id: 5 }), 1)
    assert.equal(faultsOf(201, me), 1)
    assert.equal(faultsOf(500, { error: {} }), 1)
    assert.equal(faultsOf(404, { error: 'relation "users" does not exist' }), 1)
    assert.equal(faultsOf(200, me, { 'x-injected': '1' }), 1)
  })

  it('reports injected tags and attributes, but not text that looks like them', () => {
    const found = (html: string) =>
      tagsOf(html)
        .flatMap(({ name, attributes }) => [name, ...attributes.keys()])
        .includes('mark')
    for (const html of [
      '<p><mark>',
      '<p title=""mark>',
      `<p title='"' mark="1">`,
      '<mark',
      '<p/mark>',
      '<P\nMARK=1>',
    ]) {
      assert.ok(found(html), html)
    }
    for (const html of ['&lt;mark', '<p title="<mark>">', `<p title=' mark="1"'>`, '<script>"<mark>"</script>']) {
      assert.ok(!found(html), html)
    }
  })
})
