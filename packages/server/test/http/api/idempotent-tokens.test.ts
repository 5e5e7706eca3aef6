import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertError, type Client } from '../../support/client.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

const TOKENS = '/api/v1/tokens'
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const ofKey = { 'Idempotency-Key': 'INVALID_VALUE' }

describe('Idempotency-Key on POST /api/v1/tokens', () => {
  const issue = (client: Client, key: string, body: object = { name: 'ci' }) => client.post(TOKENS, body, keyed(key))

  it('parallel requests get the same raw token, and it works', async () => {
    const { session } = await server.person()
    const answers = await Promise.all(Array.from({ length: 5 }, () => issue(session, 'token')))
    for (const answer of answers) {
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body, answers[0]!.body)
    }
    const { tokens } = (await session.get(TOKENS)).body
    assert.equal(tokens.filter((token: { name: string }) => token.name === 'ci').length, 1)
    assert.match(answers[0]!.body.token, /^[A-Za-z0-9]{64}$/)
  })

  it('the stored response is encrypted: the raw token is nowhere in the database', async () => {
    const { session, account } = await server.person()
    const { token, token_prefix } = (await issue(session, 'sealed')).body
    const { db } = server.context
    const [row] = await db.selectFrom('idempotency_keys').selectAll().where('user_id', '=', account.id).execute()
    const bytes = row!.answer!.toString('latin1')
    assert.ok(!bytes.includes(token))
    assert.ok(!bytes.includes(token_prefix))
    const { rows } = await sql<{ text: string }>`
      select (t.*)::text as text from api_tokens t union all select (k.*)::text from idempotency_keys k`.execute(db)
    const hex = Buffer.from(token).toString('hex')
    for (const { text } of rows) assert.ok(!text.includes(token) && !text.includes(hex))
    assert.equal((await issue(session, 'sealed')).body.token, token)
  })

  it('a request that failed at the token limit does not use up the key', async () => {
    const { session } = await server.person()
    // The test account already has one token.
    for (let i = 0; i < 9; i++) assert.equal((await session.post(TOKENS, { name: `t${i}` })).status, 200)
    assertError(await issue(session, 'limit'), 400, 'LIMIT_REACHED')
    const { tokens } = (await session.get(TOKENS)).body
    await session.delete(`${TOKENS}/${tokens[0].id}`)
    assert.equal((await issue(session, 'limit')).status, 200)
  })

  it('another body is 400; the token of the first request stays valid', async () => {
    const { session } = await server.person()
    await issue(session, 'two')
    assertError(await issue(session, 'two', { name: 'other' }), 400, 'VALIDATION_ERROR', ofKey)
    const { tokens } = (await session.get(TOKENS)).body
    assert.equal(tokens.filter((token: { revoked_at: string | null }) => token.revoked_at === null).length, 2)
  })
})
