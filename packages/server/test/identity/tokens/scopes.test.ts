import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { TOKEN_SCOPES, type TokenScope } from '@galley/contract/identity/scopes'
import { sql } from 'kysely'
import { issueToken } from '../../../src/identity/tokens/issue-token.ts'
import { assertError, Client } from '../../support/client.ts'
import { createPost, POSTS, readPost } from '../../support/posts/posts.ts'
import { publish } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const TOKENS = '/api/v1/tokens'
const DRAFTS: TokenScope[] = ['posts:read', 'posts:write', 'uploads']

/** A client with a token of these scopes. */
async function limited({ account }: Person, scopes: TokenScope[]): Promise<Client> {
  // One name: each token replaces the one before, so that the limit of tokens is not reached.
  const { token } = await issueToken(server.context, account.id, { name: 'limited', scopes })
  return new Client(server.url, { token })
}

describe('the scopes of a token', () => {
  it('are all by default, and are listed in the record', async () => {
    const { session } = await server.person()
    const issued = await session.post(TOKENS, { name: 'ci' })
    assert.deepEqual(issued.body.scopes, TOKEN_SCOPES)
    const { tokens } = (await session.get(TOKENS)).body
    for (const token of tokens) assert.deepEqual(token.scopes, TOKEN_SCOPES)
  })

  it('are stored without duplicates and in one order', async () => {
    const { session } = await server.person()
    const scopes = ['uploads', 'posts:write', 'posts:read', 'uploads']
    assert.deepEqual((await session.post(TOKENS, { name: 'ci', scopes })).body.scopes, DRAFTS)
    assert.deepEqual((await session.get(TOKENS)).body.tokens[0].scopes, DRAFTS)
  })

  it('are rejected if one is unknown, and if there are none', async () => {
    const send = (scopes: unknown) => alice.session.post(TOKENS, { name: 'ci', scopes })
    assertError(await send(['posts:read', 'admin']), 400, 'VALIDATION_ERROR', { 'scopes.1': 'INVALID_VALUE' })
    assertError(await send([]), 400, 'VALIDATION_ERROR', { scopes: 'TOO_SHORT' })
    for (const scopes of ['posts:read', null]) {
      assertError(await send(scopes), 400, 'VALIDATION_ERROR', { scopes: 'INVALID_TYPE' })
    }
  })

  it('are kept when a record is sent back, and honoured by the deprecated call', async () => {
    const { session } = await server.person()
    const { token: _, ...record } = (await session.post(TOKENS, { name: 'ci', scopes: DRAFTS })).body
    assert.deepEqual((await session.post(TOKENS, record)).body.scopes, DRAFTS)
    assert.deepEqual((await session.post('/api/v1/token')).body.scopes, TOKEN_SCOPES)
    assert.deepEqual((await session.post('/api/v1/token', { scopes: DRAFTS })).body.scopes, DRAFTS)
  })

  it('are all for a token that was issued before there were scopes', async () => {
    const { bearer, session, account } = await server.person()
    await sql`update api_tokens set scopes = null where user_id = ${account.id}`.execute(server.context.db)
    await publish(bearer)
    assert.deepEqual((await session.get(TOKENS)).body.tokens[0].scopes, TOKEN_SCOPES)
  })
})

describe('a missing scope', () => {
  it('is 403 SCOPE_REQUIRED with the name of the scope, before the body is checked', async () => {
    const reading = await limited(alice, ['posts:read'])
    const rejected = await reading.post(POSTS, { nonsense: 1 })
    assertError(rejected, 403, 'SCOPE_REQUIRED')
    assert.match(rejected.body.error.message, /posts:write/)
    assertError(await (await limited(alice, ['uploads'])).get(POSTS), 403, 'SCOPE_REQUIRED')
  })

  it('is reported only if the plan includes tokens and the endpoint accepts them', async () => {
    const free = await server.person({ plan: 'free' })
    assertError(await (await limited(free, ['posts:read'])).post(POSTS, {}), 403, 'PLAN_REQUIRED')
    assertError(await (await limited(alice, ['posts:read'])).get(TOKENS), 403, 'SESSION_REQUIRED')
  })

  it('does not matter for GET /me', async () => {
    assert.equal((await (await limited(alice, ['events'])).get('/api/v1/me')).status, 200)
  })

  it('does not concern a session', async () => {
    await publish(alice.session)
  })
})

describe('posts:publish without posts:write', () => {
  it('publishes and changes what is published, and creates no drafts', async () => {
    const publishing = await limited(alice, ['posts:publish'])
    assertError(await publishing.post(POSTS, { title: 'T', content: 'C' }), 403, 'SCOPE_REQUIRED')
    const { id } = await publish(publishing)
    assert.equal((await publishing.patch(`${POSTS}/${id}`, { title: 'Changed' })).status, 200)
    const draft = await createPost(alice.session)
    assert.equal((await publishing.patch(`${POSTS}/${draft.id}`, { status: 'published' })).status, 200)
  })
})

describe('posts:write without posts:publish', () => {
  it('creates, changes and deletes drafts', async () => {
    const drafting = await limited(alice, DRAFTS)
    const { id } = await createPost(drafting)
    assert.equal((await drafting.patch(`${POSTS}/${id}`, { title: 'Changed', visibility: 'unlisted' })).status, 200)
    assert.equal((await drafting.patch(`${POSTS}/${id}`, { status: 'archived' })).status, 200)
    assert.equal((await drafting.delete(`${POSTS}/${id}`)).status, 200)
  })

  it('does not delete what was public, also when it is archived', async () => {
    const { id } = await publish(alice.session)
    assert.equal((await alice.session.patch(`${POSTS}/${id}`, { status: 'archived' })).status, 200)
    assertError(await (await limited(alice, DRAFTS)).delete(`${POSTS}/${id}`), 403, 'SCOPE_REQUIRED')
    assert.equal((await readPost(alice.session, id)).status, 'archived')
  })

  it('is rejected in a dry run, too', async () => {
    const drafting = await limited(alice, DRAFTS)
    const dry = await drafting.post(`${POSTS}?dry_run=true`, { title: 'T', content: 'C', status: 'published' })
    assertError(dry, 403, 'SCOPE_REQUIRED')
  })

  it('never changes a draft that is published at the same time', async () => {
    const drafting = await limited(alice, DRAFTS)
    for (let round = 0; round < 10; round++) {
      const { id } = await createPost(alice.session, { title: 'As published' })
      const [published, ...changed] = await Promise.all([
        alice.session.patch(`${POSTS}/${id}`, { status: 'published', title: 'As published' }),
        ...Array.from({ length: 5 }, (_, i) => drafting.patch(`${POSTS}/${id}`, { subtitle: `late ${i}` })),
      ])
      assert.equal(published.status, 200)
      // What was written before the publication is in its response. Nothing came later.
      assert.equal((await readPost(alice.session, id)).subtitle, published.body.subtitle)
      for (const { status } of changed) assert.ok(status === 200 || status === 403)
      const rejected = await drafting.delete(`${POSTS}/${id}`)
      assertError(rejected, 403, 'SCOPE_REQUIRED')
      assert.match(rejected.body.error.message, /posts:publish/)
    }
  })

  it('is told that another user’s post does not exist', async () => {
    const drafting = await limited(await server.person(), DRAFTS)
    const { id } = await publish(alice.session)
    assertError(await drafting.patch(`${POSTS}/${id}`, { title: 'x' }), 404, 'NOT_FOUND')
    assertError(await drafting.delete(`${POSTS}/${id}`), 404, 'NOT_FOUND')
  })
})
