import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { ask, oauthProgram } from '../../support/accounts/oauth-program.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const { form, newClient, decide, exchange, codeFor, granted, me, refresh } = oauthProgram(() => ({ server, alice }))

describe('the token endpoint', () => {
  it('gives a token for a code once, to the program that asked, with its verifier', async () => {
    const client_id = await newClient()
    const wrong: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { client_id: await newClient() },
      { redirect_uri: 'http://127.0.0.1:1/callback' },
    ]
    for (const more of wrong) {
      const asked = ask(client_id)
      const code = await codeFor(asked)
      assert.equal((await exchange(asked, code, more)).body.error, 'invalid_grant')
      assert.equal((await exchange(asked, code)).body.error, 'invalid_grant', 'a failed attempt uses up the code')
    }
    const asked = ask(client_id)
    const code = await codeFor(asked)
    const responses = await Promise.all(Array.from({ length: 4 }, () => exchange(asked, code)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400, 400, 400])
    const late = ask(client_id)
    const lateCode = await codeFor(late)
    await sql`update oauth_codes set expires_at = now()`.execute(server.context.db)
    assert.equal((await exchange(late, lateCode)).body.error, 'invalid_grant')
    assert.equal((await form('/oauth/token', { grant_type: 'password' })).body.error, 'unsupported_grant_type')
    assert.equal((await form('/oauth/token', {})).body.error, 'invalid_request')
  })

  it('rejects a token for another resource, and leaves the code and the refresh token as they were', async () => {
    const { origin } = server.context.settings.publicUrl
    const asked = ask(await newClient())
    const { client_id } = asked
    const code = await codeFor(asked)
    for (const resource of ['https://evil.example/mcp', `${origin}/api`, '']) {
      assert.equal((await exchange(asked, code, { resource })).body.error, 'invalid_target', resource)
    }
    const issued = await exchange(asked, code, { resource: `${origin}/mcp` })
    assert.equal(issued.status, 200, JSON.stringify(issued.body))
    const renewal = { grant_type: 'refresh_token', client_id, refresh_token: issued.body.refresh_token }
    const rejected = await form('/oauth/token', { ...renewal, resource: 'https://evil.example/mcp' })
    assert.deepEqual([rejected.status, rejected.body.error], [400, 'invalid_target'])
    assert.equal((await form('/oauth/token', { ...renewal, resource: `${origin}/mcp` })).status, 200)
    const several = new URLSearchParams({ ...asked.query, resource: `${origin}/mcp` })
    several.append('resource', 'https://evil.example/mcp')
    assert.equal((await alice.session.get(`/oauth/authorize?${several}`)).status, 400)
  })

  it('ends the grant when its code is used again, also after renewals and at the same time', async () => {
    const client_id = await newClient()
    const asked = ask(client_id)
    const code = await codeFor(asked)
    const first = (await exchange(asked, code)).body
    const second = (await refresh(client_id, first.refresh_token)).body
    assert.equal(await me(second.access_token), 200)
    assert.equal((await exchange(ask(await newClient()), code)).body.error, 'invalid_grant')
    assert.equal(await me(second.access_token), 200, 'another program cannot end it')
    assert.equal((await exchange(asked, code)).body.error, 'invalid_grant')
    assert.equal(await me(second.access_token), 401)
    assert.equal((await refresh(client_id, second.refresh_token)).body.error, 'invalid_grant')
    const raced = ask(client_id)
    const racedCode = await codeFor(raced)
    const responses = await Promise.all(Array.from({ length: 4 }, () => exchange(raced, racedCode)))
    const winner = responses.find(({ status }) => status === 200) ?? assert.fail()
    assert.equal(await me(winner.body.access_token), 401)
  })

  it('gives tokens to several programs of one author at the same time', async () => {
    const author = await server.person()
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const asked = ask(await newClient())
        const { sentTo } = await decide(asked, ['posts:read'], 'approve', author)
        return { asked, code: sentTo?.searchParams.get('code') ?? assert.fail() }
      }),
    )
    const responses = await Promise.all(all.map(({ asked, code }) => exchange(asked, code)))
    assert.deepEqual(
      responses.map(({ status }) => status),
      Array(8).fill(200),
    )
  })

  it('tells in the form of OAuth that the account has too many tokens by now', async () => {
    const author = await server.person()
    const asked = ask(await newClient())
    const { sentTo } = await decide(asked, ['posts:read'], 'approve', author)
    const code = sentTo?.searchParams.get('code') ?? assert.fail()
    const { tokens } = (await author.session.get('/api/v1/tokens')).body
    for (let i = tokens.length; i < 10; i++) await author.session.post('/api/v1/tokens', { name: `Token ${i}` })
    const rejected = await exchange(asked, code)
    assert.deepEqual([rejected.status, rejected.body.error], [400, 'invalid_grant'])
    assert.match(rejected.body.error_description, /at most 10 active tokens/)
  })

  it('renews a token; the earlier one stops, and a refresh token that is used twice ends the grant', async () => {
    const client_id = await newClient()
    const first = await granted(client_id)
    assert.equal((await refresh(await newClient(), first.refresh_token)).status, 400, 'another program')
    // From now on it is cached.
    assert.equal(await me(first.access_token), 200)
    const second = (await refresh(client_id, first.refresh_token)).body
    assert.deepEqual([await me(first.access_token), await me(second.access_token)], [401, 200])
    assert.equal(second.scope, first.scope)
    assert.equal((await refresh(client_id, first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await me(second.access_token), 401)
    assert.equal((await refresh(client_id, second.refresh_token)).body.error, 'invalid_grant')
  })

  it('renews a token within 60 days, and not later', async () => {
    const client_id = await newClient()
    const { refresh_token } = await granted(client_id)
    const change = (interval: string) =>
      sql`update api_tokens set refresh_expires_at = refresh_expires_at - ${interval}::interval
        where oauth_client_id = ${client_id}`.execute(server.context.db)
    await change('59 days 23 hours')
    const renewed = await refresh(client_id, refresh_token)
    assert.equal(renewed.status, 200, 'a renewal counts from now')
    await change('60 days')
    assert.equal((await refresh(client_id, renewed.body.refresh_token)).body.error, 'invalid_grant')
  })

  it('ends the grant also if a thief has renewed it several times before the program does', async () => {
    const client_id = await newClient()
    const first = await granted(client_id)
    let stolen = first
    for (const _ of [1, 2, 3]) stolen = (await refresh(client_id, stolen.refresh_token)).body
    assert.equal(await me(stolen.access_token), 200)
    assert.equal((await refresh(client_id, first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await me(stolen.access_token), 401)
    assert.equal((await refresh(client_id, stolen.refresh_token)).body.error, 'invalid_grant')
  })

  it('renews nothing after the author revoked the token, or the program did, or the account was suspended', async () => {
    const client_id = await newClient('Revoked program')
    const first = await granted(client_id)
    const { tokens } = (await alice.session.get('/api/v1/tokens')).body
    const { id } = tokens.find(({ name }: { name: string }) => name === 'Revoked program')
    await alice.session.delete(`/api/v1/tokens/${id}`)
    assert.equal(await me(first.access_token), 401)
    assert.equal((await refresh(client_id, first.refresh_token)).body.error, 'invalid_grant')
    const second = await granted(client_id)
    assert.equal((await form('/oauth/revoke', { token: second.refresh_token })).status, 200)
    assert.equal(await me(second.access_token), 401)
    assert.equal((await form('/oauth/revoke', { token: 'unknown' })).status, 200)
    assert.equal((await form('/oauth/revoke', { token: alice.token })).status, 200)
    assert.equal(await me(alice.token), 200, 'only tokens of OAuth are revoked here')
    const third = await granted(client_id)
    await sql`update users set suspended_at = now() where id = ${alice.account.id}`.execute(server.context.db)
    assert.equal((await refresh(client_id, third.refresh_token)).body.error, 'invalid_grant')
    await sql`update users set suspended_at = null where id = ${alice.account.id}`.execute(server.context.db)
  })
})
