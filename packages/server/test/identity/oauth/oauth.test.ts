import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { purgeOAuth } from '../../../src/identity/oauth/oauth-store.ts'
import { ask, oauthProgram, REDIRECT } from '../../support/accounts/oauth-program.ts'
import { assertError, Client } from '../../support/client.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../support/receiver.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

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

const { register, newClient, consent, decide, exchange, codeFor, granted } = oauthProgram(() => ({ server, alice }))

describe('a program that follows the metadata of /mcp', () => {
  it('gets a token with the rights that the author chose, and uses it', async () => {
    const { origin } = server.context.settings.publicUrl
    const rejected = await server.anyone.post('/mcp', {})
    const metadata = /resource_metadata="([^"]+)"/.exec(rejected.headers.get('www-authenticate') ?? '')?.[1] ?? ''
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
    const { sentTo, response } = await decide(asked, ['posts:read'])
    assert.match(response.headers.get('cache-control') ?? '', /no-store/)
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
  it('needs a logged-in author and a plan; a rejection is told to the program', async () => {
    const asked = ask(await newClient())
    const anonymous = await server.anyone.get(`/oauth/authorize?${new URLSearchParams(asked.query)}`)
    assert.equal(anonymous.status, 302)
    assert.match(anonymous.headers.get('location') ?? '', /^\/login\?next=%2Foauth%2Fauthorize/)
    const { sentTo } = await decide(asked, ['posts:read'], 'refuse')
    assert.deepEqual([sentTo?.searchParams.get('error'), sentTo?.searchParams.get('code')], ['access_denied', null])
    assert.equal((await decide(asked, [])).response.status, 400)
    const free = await server.person({ plan: 'free' })
    const denied = await decide(asked, ['posts:read'], 'approve', free)
    assert.deepEqual([denied.response.status, denied.sentTo], [403, undefined])
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
        const { response: answer, sentTo } = await decide(ask(client_id, { redirect_uri }), ['posts:read'], decision)
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
    const redirect_uri = 'com.evil://claude.ai/callback'
    const { body } = await register({ client_name: 'Claude', redirect_uris: [redirect_uri] })
    const { body: html } = await consent(ask(body.client_id, { redirect_uri }))
    assert.match(html, /sent to com\.evil:\/\/claude\.ai/)
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
      ...['ms-msdt:/id', 'ms-msdt://x/y', 'search-ms://query=x', 'smb://evil.example/x', 'chrome://settings'],
      ...['ldap://evil.example/', 'ssh://evil.example/', 'steam://run/1', 'cursor:callback', 'com.example:callback'],
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
    for (const uri of [
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode-insiders://vscode.github-authentication/did-authenticate',
      'com.example.program:/callback',
      'com.example.program://callback',
      'http://[::1]:33418/',
    ]) {
      assert.equal((await register({ redirect_uris: [uri, 'https://a.example/cb'] })).status, 201, uri)
    }
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
