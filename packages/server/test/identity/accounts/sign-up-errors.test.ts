import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertError, Client } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ username: 'alice' })
})
after(() => server.close())

const signUp = (body: unknown) => new Client(server.url).post('/api/v1/signup', body)

const fresh = (username: string, more: object = {}) => ({
  username,
  email: `${username}@example.com`,
  password: 'correct horse',
  ...more,
})

const countUsers = async (username: string) =>
  (await server.context.db.selectFrom('users').select('id').where('username', '=', username).execute()).length

describe('POST /api/v1/signup responds with 400', () => {
  const refusals: [string, object, Record<string, string>][] = [
    ['an empty body', {}, { username: 'REQUIRED', email: 'REQUIRED', password: 'REQUIRED' }],
    ['a short username', fresh('ab'), { username: 'TOO_SHORT' }],
    ['a long username', fresh('a'.repeat(31)), { username: 'TOO_LONG' }],
    ['capitals in a username', fresh('Frank'), { username: 'INVALID_VALUE' }],
    ['a hyphen in a username', fresh('fr-ank'), { username: 'INVALID_VALUE' }],
    ['a line break after a username', fresh('frank', { username: 'frank\n' }), { username: 'INVALID_VALUE' }],
    ['letters that only look like Latin', fresh('frank', { username: 'frаnk' }), { username: 'INVALID_VALUE' }],
    ['an invalid e-mail address', fresh('frank', { email: 'frank' }), { email: 'INVALID_VALUE' }],
    ['a long e-mail address', fresh('frank', { email: `${'f'.repeat(243)}@example.com` }), { email: 'TOO_LONG' }],
    ['a short password', fresh('frank', { password: '1234567' }), { password: 'TOO_SHORT' }],
    ['a password of 201 characters', fresh('frank', { password: 'x'.repeat(201) }), { password: 'TOO_LONG' }],
    ['a blank display name', fresh('frank', { display_name: ' \t ' }), { display_name: 'TOO_SHORT' }],
    ['a long display name', fresh('frank', { display_name: 'x'.repeat(51) }), { display_name: 'TOO_LONG' }],
    [
      'values of other types',
      fresh('frank', { username: 5, email: [] }),
      { username: 'INVALID_TYPE', email: 'INVALID_TYPE' },
    ],
    ['a plan of one’s own choice', fresh('frank', { plan: 'pro_plus' }), { plan: 'UNKNOWN_FIELD' }],
  ]
  for (const [what, body, fields] of refusals) {
    it(`for ${what}`, async () => {
      assertError(await signUp(body), 400, 'VALIDATION_ERROR', fields)
      assert.equal(await countUsers('frank'), 0)
    })
  }

  it('for a taken name and a taken e-mail address in any case, together with all other errors', async () => {
    assertError(await signUp(fresh('alice', { email: 'other@example.com' })), 400, 'VALIDATION_ERROR', {
      username: 'INVALID_VALUE',
    })
    assertError(await signUp(fresh('frank', { email: alice.account.email.toUpperCase() })), 400, 'VALIDATION_ERROR', {
      email: 'INVALID_VALUE',
    })
    const both = fresh('alice', { email: 'Alice@Example.COM', display_name: ' ' })
    assertError(await signUp(both), 400, 'VALIDATION_ERROR', {
      username: 'INVALID_VALUE',
      email: 'INVALID_VALUE',
      display_name: 'TOO_SHORT',
    })
  })
})

describe('POST /api/v1/signup responds with 403', () => {
  it('while sign-ups are closed, and creates no account', async () => {
    const closed = await startTestServer({ env: { SIGNUPS: 'closed' } })
    try {
      assertError(await closed.anyone.post('/api/v1/signup', fresh('grace')), 403, 'FORBIDDEN')
      assert.deepEqual(await closed.context.db.selectFrom('users').select('id').execute(), [])
    } finally {
      await closed.close()
    }
  })
})
