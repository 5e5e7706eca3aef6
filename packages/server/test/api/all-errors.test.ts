import { after, before, describe, it } from 'node:test'
import { assertError } from '../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person({ plan: 'pro_plus' })
})
after(() => server.close())

describe('one response lists schema errors and rule errors together', () => {
  const wrong = { title: 'x'.repeat(101), status: 'scheduled', is_paid: true, colour: 'red', tags: ['a', ' '] }
  const named = {
    title: 'TOO_LONG',
    colour: 'UNKNOWN_FIELD',
    scheduled_for: 'REQUIRED',
    price_jpy: 'REQUIRED',
    'tags.1': 'TOO_SHORT',
  }

  it('for a new post', async () => {
    const answer = await alice.bearer.post('/api/v1/posts', wrong)
    assertError(answer, 400, 'VALIDATION_ERROR', { content: 'REQUIRED', ...named })
  })

  it('for a change, checked on the resulting post', async () => {
    const { body } = await alice.bearer.post('/api/v1/posts', { title: 'T', content: 'x'.repeat(501) })
    const answer = await alice.bearer.patch(`/api/v1/posts/${body.id}`, { ...wrong, post_type: 'short' })
    assertError(answer, 400, 'VALIDATION_ERROR', { ...named, content: 'TOO_LONG' })
    assertError(await alice.bearer.patch('/api/v1/posts/nonsense', wrong), 404, 'NOT_FOUND')
  })

  it('for a post by external id', async () => {
    const answer = await alice.bearer.put('/api/v1/posts/by-external-id/a', { ...wrong, content: 5 })
    assertError(answer, 400, 'VALIDATION_ERROR', { ...named, content: 'INVALID_TYPE' })
  })

  it('with one error for a field, the schema error if it has both', async () => {
    const answer = await alice.bearer.post('/api/v1/posts', {
      title: 'T',
      content: '',
      is_paid: true,
      price_jpy: '100',
      salon_only: true,
      salon_id: 5,
    })
    assertError(answer, 400, 'VALIDATION_ERROR', { price_jpy: 'INVALID_TYPE', salon_id: 'INVALID_TYPE' })
  })

  it('for a token, a webhook and a sign-up', async () => {
    const past = '2020-01-01T00:00:00Z'
    const token = await alice.session.post('/api/v1/tokens', { name: 'n'.repeat(101), expires_at: past })
    assertError(token, 400, 'VALIDATION_ERROR', { name: 'TOO_LONG', expires_at: 'MUST_BE_FUTURE' })
    const webhook = await alice.bearer.post('/api/v1/webhooks', { url: 'http://example.com', event_types: [] })
    assertError(webhook, 400, 'VALIDATION_ERROR', { url: 'INVALID_VALUE', event_types: 'TOO_SHORT' })
    const account = { username: alice.account.username, email: 'nowhere', password: 'short', display_name: ' ' }
    assertError(await server.anyone.post('/api/v1/signup', account), 400, 'VALIDATION_ERROR', {
      username: 'INVALID_VALUE',
      email: 'INVALID_VALUE',
      password: 'TOO_SHORT',
      display_name: 'TOO_SHORT',
    })
  })
})
