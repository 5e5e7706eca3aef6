import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())

const patchMe = (body: object, client = alice.session) => client.patch('/api/v1/me', body)

describe('GET /api/v1/me', () => {
  it('returns the same five fields for session and token', async () => {
    const { status, body } = await alice.session.get('/api/v1/me')
    assert.equal(status, 200)
    assert.deepEqual(body, {
      id: alice.account.id,
      username: alice.account.username,
      display_name: alice.account.username,
      subscription_plan: 'premium',
      avatar_url: null,
    })
    assert.deepEqual((await alice.bearer.get('/api/v1/me')).body, body)
  })

  it('has the role of an admin, and no role of others', async () => {
    const { session } = await server.person({ role: 'admin' })
    assert.equal((await session.get('/api/v1/me')).body.role, 'admin')
  })

  it('is 401 without a credential', async () => {
    assertError(await server.anyone.get('/api/v1/me'), 401, 'UNAUTHORIZED')
  })
})

describe('PATCH /api/v1/me', () => {
  it('changes the fields that are sent and leaves the others', async () => {
    const { session, account } = await server.person()
    const avatar = 'https://example.com/é/a.png?x=1#y'
    const changed = await patchMe({ display_name: ' Ann ', bio: 'Writes.', avatar_url: avatar }, session)
    assert.equal(changed.status, 200)
    assert.equal(changed.body.display_name, 'Ann')
    assert.equal(changed.body.avatar_url, avatar)
    assert.equal((await patchMe({ avatar_url: null }, session)).body.avatar_url, null)
    assert.deepEqual((await session.get('/api/v1/me')).body, { ...changed.body, avatar_url: null })
    const row = await server.context.db
      .selectFrom('users')
      .select(['bio', 'password_hash'])
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(row, { bio: 'Writes.', password_hash: account.password_hash })
  })

  it('works with a Bearer token', async () => {
    const { bearer } = await server.person()
    assert.equal((await patchMe({ display_name: 'Tool' }, bearer)).body.display_name, 'Tool')
  })

  it('accepts what GET returned; read-only fields stay unchanged', async () => {
    const { session } = await server.person()
    const { body } = await session.get('/api/v1/me')
    assert.deepEqual((await patchMe(body, session)).body, body)
    const greedy = { ...body, id: crypto.randomUUID(), username: 'root', subscription_plan: 'pro_plus' }
    assert.deepEqual((await patchMe(greedy, session)).body, body)
  })

  it('accepts an empty change', async () => {
    assert.equal((await patchMe({})).status, 200)
  })
})

describe('PATCH /api/v1/me responds with 400', () => {
  const addresses = [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'ftp://example.com/a.png',
    '/a.png',
    'https://',
    'http:example.com',
    ' https://example.com/a.png',
    'https://exam\nple.com/a.png',
    '',
  ]
  for (const address of addresses) {
    it(`for the avatar ${JSON.stringify(address)}`, async () => {
      assertError(await patchMe({ avatar_url: address }), 400, 'VALIDATION_ERROR', { avatar_url: 'INVALID_VALUE' })
    })
  }

  it('and names every invalid field', async () => {
    assertError(
      await patchMe({ display_name: '', bio: 'x'.repeat(501), avatar_url: 5, password: 'short', nickname: 'A' }),
      400,
      'VALIDATION_ERROR',
      {
        display_name: 'TOO_SHORT',
        bio: 'TOO_LONG',
        avatar_url: 'INVALID_TYPE',
        password: 'TOO_SHORT',
        nickname: 'UNKNOWN_FIELD',
      },
    )
    assertError(
      await patchMe({ display_name: ' ', avatar_url: 'javascript:0', password: 'long enough' }),
      400,
      'VALIDATION_ERROR',
      { display_name: 'TOO_SHORT', avatar_url: 'INVALID_VALUE', current_password: 'REQUIRED' },
    )
    assertError(await patchMe({ display_name: null }), 400, 'VALIDATION_ERROR', { display_name: 'INVALID_TYPE' })
  })
})

describe('PATCH /api/v1/me responds with 401', () => {
  it('without a credential', async () => {
    assertError(await patchMe({ display_name: 'X' }, server.anyone), 401, 'UNAUTHORIZED')
  })
})
