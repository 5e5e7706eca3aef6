import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { purgeOAuth } from '../../src/oauth/oauth-store.ts'
import { assertError, Client } from '../support/client.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../support/receiver.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const REDIRECT = 'http://127.0.0.1:4321/callback'

let server: TestServer
let alice: Person
let documents: Receiver
before(async () => {
  server = await startTestServer({ env: RECEIVER_ENV })
  alice = await server.person()
  documents = await startReceiver()
  documents.behave((request, response) => {
    const client_id = request.url === '/wrong.json' ? 'x' : `${documents.url}${request.url}`
    response.end(JSON.stringify({ client_id, client_name: 'Documented', redirect_uris: [REDIRECT] }))
  })
})
after(async () => {
  await server.close()
  await documents.close()
})

const register = (body: object) => server.anyone.post('/oauth/register', body)
const form = (path: string, fields: Record<string, string>) =>
  server.anyone.send('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

async function newClient(name = `Client ${randomBytes(4).toString('hex')}`): Promise<string> {
  const { status, body } = await register({ client_name: name, redirect_uris: [REDIRECT] })
  assert.equal(status, 201, JSON.stringify(body))
  return body.client_id
}

interface Asked {
  readonly client_id: string
  readonly verifier: string
  readonly query: Record<string, string>
}

function ask(client_id: string, more: Record<string, string> = {}): Asked {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = {
    response_type: 'code',
    client_id,
    redirect_uri: REDIRECT,
    code_challenge,
    code_challenge_method: 'S256',
  }
  return { client_id, verifier, query: { ...query, state: 'a state', ...more } }
}

const consent = ({ query }: Asked, person = alice) =>
  person.session.get(`/oauth/authorize?${new URLSearchParams(query)}`)

/** Presses a button of the page of consent; returns the answer and where the browser is sent. */
async function decide({ query }: Asked, scopes: string[], decision = 'approve', person = alice) {
  const fields = new URLSearchParams({ ...query, decision })
  for (const scope of scopes) fields.append('scopes', scope)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await person.session.send('POST', '/oauth/authorize', { raw: fields.toString(), headers })
  const sentTo = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(answer.body)?.[1]?.replaceAll('&amp;', '&')
  return { answer, sentTo: sentTo === undefined ? undefined : new URL(sentTo) }
}

const exchange = ({ client_id, verifier }: Asked, code: string, more: Record<string, string> = {}) =>
  form('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    ...more,
  })

async function codeFor(asked: Asked, scopes = ['posts:read', 'posts:write', 'uploads']): Promise<string> {
  const { sentTo, answer } = await decide(asked, scopes)
  return sentTo?.searchParams.get('code') ?? assert.fail(answer.body)
}

async function granted(client_id: string) {
  const asked = ask(client_id)
  const { status, body } = await exchange(asked, await codeFor(asked))
  assert.equal(status, 200, JSON.stringify(body))
  return body as { access_token: string; refresh_token: string; scope: string }
}

const me = async (token: string) => (await new Client(server.url, { token }).get('/api/v1/me')).status
const refresh = (client_id: string, refresh_token: string) =>
  form('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token })

describe('a program that follows the metadata of /mcp', () => {
  it('gets a token with the rights that the author chose, and uses it', async () => {
    const { origin } = server.context.settings.publicUrl
    const refused = await server.anyone.post('/mcp', {})
    const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const resource = (await server.anyone.get(new URL(metadata).pathname)).body
    assert.deepEqual([resource.resource, resource.authorization_servers], [`${origin}/mcp`, [origin]])
    const about = (await server.anyone.get('/.well-known/oauth-authorization-server')).body
    assert.equal(about.issuer, origin)
    assert.deepEqual(about.code_challenge_methods_supported, ['S256'])
    const asked = ask(await newClient('Some assistant'), { resource: `${origin}/mcp` })
    const { body: html } = await consent(asked)
    assert.match(html, /<strong>Some assistant<\/strong>/)
    assert.match(html, /sent to 127\.0\.0\.1:4321/)
    const checked = [...html.matchAll(/name="scopes" value="([^"]+)" checked/g)].map(([, scope]) => scope)
    assert.deepEqual(checked, ['posts:read', 'posts:write', 'uploads'])
    const { sentTo, answer } = await decide(asked, ['posts:read'])
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
    assert.equal(sentTo?.searchParams.get('state'), 'a state')
    assert.equal(sentTo?.searchParams.get('iss'), origin)
    const token = await exchange(asked, sentTo?.searchParams.get('code') ?? '')
    assert.equal(token.status, 200, JSON.stringify(token.body))
    assert.match(token.headers.get('cache-control') ?? '', /no-store/)
    assert.deepEqual([token.body.token_type, token.body.expires_in, token.body.scope], ['Bearer', 3600, 'posts:read'])
    const client = new Client(server.url, { token: token.body.access_token })
    assert.equal((await client.get('/api/v1/posts')).status, 200)
    assertError(await client.post('/api/v1/posts', { title: 'x', content: 'x' }), 403, 'SCOPE_REQUIRED')
    const { tokens } = (await alice.session.get('/api/v1/tokens')).body
    const listed = tokens.find(({ name }: { name: string }) => name === 'Some assistant')
    assert.ok(Date.parse(listed.expires_at) - Date.now() > 24 * 3_600_000, 'the time until it must be approved again')
  })

  it('may be a client that describes itself in a document', async () => {
    const asked = ask(`${documents.url}/client.json`)
    const { body: html } = await consent(asked)
    assert.match(html, /<strong>Documented<\/strong>/)
    assert.match(html, new RegExp(new URL(documents.url).host.replaceAll('.', '\\.')))
    assert.equal((await exchange(asked, await codeFor(asked))).status, 200)
    assert.equal((await consent(ask(`${documents.url}/wrong.json`))).status, 400)
  })
})

describe('consent', () => {
  it('needs a logged-in author and a plan; a refusal is told to the program', async () => {
    const asked = ask(await newClient())
    const anonymous = await server.anyone.get(`/oauth/authorize?${new URLSearchParams(asked.query)}`)
    assert.equal(anonymous.status, 302)
    assert.match(anonymous.headers.get('location') ?? '', /^\/login\?next=%2Foauth%2Fauthorize/)
    const { sentTo } = await decide(asked, ['posts:read'], 'refuse')
    assert.deepEqual([sentTo?.searchParams.get('error'), sentTo?.searchParams.get('code')], ['access_denied', null])
    assert.equal((await decide(asked, [])).answer.status, 400)
    const free = await server.person({ plan: 'free' })
    const denied = await decide(asked, ['posts:read'], 'approve', free)
    assert.deepEqual([denied.answer.status, denied.sentTo], [403, undefined])
  })

  it('never sends the browser to an address that is not registered', async () => {
    const client_id = await newClient()
    const hostile = [
      'https://evil.example/',
      `${REDIRECT}/x`,
      'http://127.0.0.1:4321/callback?x=1',
      'javascript:alert(1)',
      '',
    ]
    for (const redirect_uri of hostile) {
      for (const decision of ['approve', 'refuse']) {
        const { answer, sentTo } = await decide(ask(client_id, { redirect_uri }), ['posts:read'], decision)
        assert.deepEqual([answer.status, sentTo], [400, undefined], redirect_uri)
      }
      assert.equal((await consent(ask(client_id, { redirect_uri }))).status, 400)
    }
    // A program on this machine chooses a free port each time.
    assert.equal((await consent(ask(client_id, { redirect_uri: 'http://127.0.0.1:9/callback' }))).status, 200)
    for (const wrong of [
      { response_type: 'token' },
      { code_challenge_method: 'plain' },
      { code_challenge: 'short' },
      { resource: 'https://evil.example/mcp' },
      { client_id: 'nothing' },
      { client_id: '0198c2d4-7a31-7c55-9d0e-4f1b2a3c4d5e' },
    ]) {
      assert.equal((await consent(ask(client_id, wrong as Record<string, string>))).status, 400, JSON.stringify(wrong))
    }
  })

  it('names the scheme of an address that is no website', async () => {
    const redirect_uri = 'web+evil://claude.ai/callback'
    const { body } = await register({ client_name: 'Claude', redirect_uris: [redirect_uri] })
    const { body: html } = await consent(ask(body.client_id, { redirect_uri }))
    assert.match(html, /sent to web\+evil:\/\/claude\.ai/)
  })

  it('cannot be given by a token, by another site, or for a name that hides markup', async () => {
    const asked = ask(await newClient('<script>alert(1)</script>'))
    assert.match((await consent(asked)).body, /<strong>&lt;script&gt;/)
    const { client_id, redirect_uri, code_challenge } = asked.query
    const body = { client_id, redirect_uri, code_challenge, scopes: ['posts:read'] }
    assertError(await alice.bearer.post('/api/v1/oauth/approve', body), 403, 'SESSION_REQUIRED')
    const elsewhere = { headers: { origin: 'https://evil.example' } }
    assertError(await alice.session.post('/api/v1/oauth/approve', body, elsewhere), 403, 'CROSS_SITE')
  })
})

describe('registration', () => {
  it('refuses addresses that are not safe', async () => {
    const wrong = [
      'http://evil.example/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a.example/#x',
      'https://u:p@a.example',
      'x',
      'file:///x',
      'https://a.example/\u0000',
      'https://a.example/\ud800',
    ]
    for (const uri of wrong) {
      const { status, body } = await register({ redirect_uris: [uri] })
      assert.deepEqual([status, body.error], [400, 'invalid_redirect_uri'], uri)
    }
    for (const body of [
      {},
      { redirect_uris: [] },
      { redirect_uris: 'x' },
      { redirect_uris: Array(21).fill(REDIRECT) },
    ]) {
      assert.equal((await register(body)).status, 400)
    }
    assert.equal(
      (await register({ redirect_uris: ['cursor://anysphere.cursor/callback', 'https://a.example/cb'] })).status,
      201,
    )
  })

  it('is forgotten after a day without use', async () => {
    const { db } = server.context
    const [unused, used] = [await newClient(), await newClient()]
    await granted(used)
    await sql`update oauth_clients set created_at = now() - interval '2 days'`.execute(db)
    await purgeOAuth(db)
    assert.equal((await consent(ask(unused))).status, 400)
    assert.equal((await consent(ask(used))).status, 200)
  })
})

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
    const answers = await Promise.all(Array.from({ length: 4 }, () => exchange(asked, code)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400])
    const late = ask(client_id)
    const lateCode = await codeFor(late)
    await sql`update oauth_codes set expires_at = now()`.execute(server.context.db)
    assert.equal((await exchange(late, lateCode)).body.error, 'invalid_grant')
    assert.equal((await form('/oauth/token', { grant_type: 'password' })).body.error, 'unsupported_grant_type')
    assert.equal((await form('/oauth/token', {})).body.error, 'invalid_request')
  })

  it('refuses a token for another resource, and leaves the code and the refresh token as they were', async () => {
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
    const refused = await form('/oauth/token', { ...renewal, resource: 'https://evil.example/mcp' })
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_target'])
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
    const answers = await Promise.all(Array.from({ length: 4 }, () => exchange(raced, racedCode)))
    const winner = answers.find(({ status }) => status === 200) ?? assert.fail()
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
    const answers = await Promise.all(all.map(({ asked, code }) => exchange(asked, code)))
    assert.deepEqual(
      answers.map(({ status }) => status),
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
    const refused = await exchange(asked, code)
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant'])
    assert.match(refused.body.error_description, /at most 10 active tokens/)
  })

  it('renews a token; the earlier one stops, and a refresh token that is used twice ends the grant', async () => {
    const client_id = await newClient()
    const first = await granted(client_id)
    assert.equal((await refresh(await newClient(), first.refresh_token)).status, 400, 'another program')
    const second = (await refresh(client_id, first.refresh_token)).body
    assert.deepEqual([await me(first.access_token), await me(second.access_token)], [401, 200])
    assert.equal(second.scope, first.scope)
    assert.equal((await refresh(client_id, first.refresh_token)).body.error, 'invalid_grant')
    assert.equal(await me(second.access_token), 401)
    assert.equal((await refresh(client_id, second.refresh_token)).body.error, 'invalid_grant')
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
