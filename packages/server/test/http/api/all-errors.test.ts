import { after, before, describe, it } from 'node:test'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError } from '../../support/client.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

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
    const response = await alice.bearer.post('/api/v1/posts', wrong)
    assertError(response, 400, 'VALIDATION_ERROR', { content: 'REQUIRED', ...named })
  })

  it('for a change, checked on the resulting post', async () => {
    const { body } = await alice.bearer.post('/api/v1/posts', { title: 'T', content: 'x'.repeat(501) })
    const response = await alice.bearer.patch(`/api/v1/posts/${body.id}`, { ...wrong, post_type: 'short' })
    assertError(response, 400, 'VALIDATION_ERROR', { ...named, content: 'TOO_LONG' })
    assertError(await alice.bearer.patch('/api/v1/posts/nonsense', wrong), 404, 'NOT_FOUND')
  })

  it('for a post by external id', async () => {
    const response = await alice.bearer.put('/api/v1/posts/by-external-id/a', { ...wrong, content: 5 })
    assertError(response, 400, 'VALIDATION_ERROR', { ...named, content: 'INVALID_TYPE' })
  })

  it('for an import', async () => {
    const future = '2990-01-01T00:00:00Z'
    const imported = { ...wrong, content: '', published_at: future, created_at: future }
    const response = await alice.bearer.post('/api/v1/import/posts', { ...imported, external_id: 'b' })
    const times = { published_at: 'INVALID_VALUE', created_at: 'INVALID_VALUE' }
    assertError(response, 400, 'VALIDATION_ERROR', { ...named, ...times })
  })

  it('without errors that only follow from an invalid field', async () => {
    const { body: series } = await alice.bearer.post('/api/v1/series', { title: 'S' })
    const post = { title: 'T', content: '', status: 'Scheduled', scheduled_for: '2990-01-01T00:00:00Z' }
    const entry = { post_type: 'series', series_id: series.id, series_position: 1 }
    const invalid = { status: 'INVALID_VALUE', post_type: 'INVALID_VALUE' }
    assertError(await alice.bearer.post('/api/v1/posts', { ...post, ...entry }), 400, 'VALIDATION_ERROR', invalid)
    const old = { ...post, scheduled_for: null, external_id: 'old', published_at: '2015-06-01T09:00:00Z' }
    assertError(await alice.bearer.post('/api/v1/import/posts', old), 400, 'VALIDATION_ERROR', {
      status: 'INVALID_VALUE',
    })

    const paid = { title: 'T', content: '', post_type: 'short', is_paid: true, price_jpy: 300 }
    const { body } = await alice.bearer.post('/api/v1/posts', paid)
    const changes = { post_type: 'Article', content: 'x'.repeat(501), is_paid: 0, price_jpy: null }
    assertError(await alice.bearer.patch(`/api/v1/posts/${body.id}`, changes), 400, 'VALIDATION_ERROR', {
      post_type: 'INVALID_VALUE',
      is_paid: 'INVALID_TYPE',
    })
  })

  it('with a time in the past beside an invalid status, because no status allows it', async () => {
    const past = { scheduled_for: '2020-01-01T00:00:00Z' }
    const { body } = await alice.bearer.post('/api/v1/posts', { title: 'T', content: '' })
    const responses = [
      await alice.bearer.post('/api/v1/posts', { title: 'T', content: '', status: 'Scheduled', ...past }),
      await alice.bearer.patch(`/api/v1/posts/${body.id}`, { status: 'Scheduled', ...past }),
    ]
    for (const response of responses) {
      const issues = { status: 'INVALID_VALUE', scheduled_for: 'MUST_BE_FUTURE' } as const
      assertError(response, 400, 'VALIDATION_ERROR', issues)
    }
    for (const status of ['draft', 'published']) {
      const response = await alice.bearer.patch(`/api/v1/posts/${body.id}`, { status, ...past })
      assertError(response, 400, 'VALIDATION_ERROR', { scheduled_for: 'MUST_BE_FUTURE' })
    }
  })

  it('for a pending revision', async () => {
    const { body } = await alice.bearer.post('/api/v1/posts', { title: 'T', content: '', status: 'published' })
    const changes = { title: 'x'.repeat(101), thumbnail_url: 'ftp://example.com/a.png' }
    const response = await alice.bearer.put(`/api/v1/posts/${body.id}/pending-revision`, changes)
    assertError(response, 400, 'VALIDATION_ERROR', { title: 'TOO_LONG', thumbnail_url: 'INVALID_VALUE' })
  })

  it('with those that only the database knows', async () => {
    await alice.bearer.put('/api/v1/posts/by-external-id/taken', { title: 'T', content: '' })
    const { body } = await alice.bearer.post('/api/v1/posts', { title: 'T', content: '', external_id: 'other' })
    const input = { title: 'T', content: '', post_type: 'series_entry', series_id: newId(), salon_only: true }
    const ruleErrors = { series_id: 'INVALID_VALUE', salon_id: 'REQUIRED' } as const
    const taken = { ...input, external_id: 'taken' }
    for (const colour of [undefined, 'red']) {
      const schemaErrors = colour === undefined ? {} : ({ colour: 'UNKNOWN_FIELD' } as const)
      const errors = { ...ruleErrors, ...schemaErrors }
      const created = await alice.bearer.post('/api/v1/posts', { ...taken, colour })
      assertError(created, 400, 'VALIDATION_ERROR', { ...errors, external_id: 'INVALID_VALUE' })
      const changed = await alice.bearer.patch(`/api/v1/posts/${body.id}`, { ...taken, colour })
      assertError(changed, 400, 'VALIDATION_ERROR', { ...errors, external_id: 'INVALID_VALUE' })
      const own = await alice.bearer.patch(`/api/v1/posts/${body.id}`, { ...taken, external_id: 'other', colour })
      assertError(own, 400, 'VALIDATION_ERROR', errors)
      const put = await alice.bearer.put('/api/v1/posts/by-external-id/other', { ...taken, colour })
      assertError(put, 400, 'VALIDATION_ERROR', errors)
      const imported = await alice.bearer.post('/api/v1/import/posts', { ...taken, colour })
      assertError(imported, 400, 'VALIDATION_ERROR', errors)
    }
  })

  it('for a profile, a changed webhook and a program that asks for a token', async () => {
    const profile = { bio: 'x'.repeat(501), avatar_url: 'ftp://example.com/a.png', password: 'long enough' }
    assertError(await alice.session.patch('/api/v1/me', profile), 400, 'VALIDATION_ERROR', {
      bio: 'TOO_LONG',
      avatar_url: 'INVALID_VALUE',
      current_password: 'REQUIRED',
    })
    const hook = { url: 'https://example.com/hook', event_types: ['post.created'] }
    const { body } = await alice.bearer.post('/api/v1/webhooks', hook)
    const webhook = await alice.bearer.patch(`/api/v1/webhooks/${body.id}`, {
      url: 'http://a.example',
      event_types: [],
    })
    assertError(webhook, 400, 'VALIDATION_ERROR', { url: 'INVALID_VALUE', event_types: 'TOO_SHORT' })
    const device = await server.anyone.post('/api/v1/device', { client_name: ' ', scopes: ['all'] })
    assertError(device, 400, 'VALIDATION_ERROR', { client_name: 'TOO_SHORT', 'scopes.0': 'INVALID_VALUE' })
  })

  it('with one error for a field, the schema error if it has both', async () => {
    const response = await alice.bearer.post('/api/v1/posts', {
      title: 'T',
      content: '',
      is_paid: true,
      price_jpy: '100',
      salon_only: true,
      salon_id: 5,
    })
    assertError(response, 400, 'VALIDATION_ERROR', { price_jpy: 'INVALID_TYPE', salon_id: 'INVALID_TYPE' })
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

  it('for a query', async () => {
    const cases: [string, Record<string, string>][] = [
      ['/events?after=x&limit=0', { after: 'INVALID_VALUE', limit: 'TOO_SMALL' }],
      ['/statistics?days=0&time_zone=Nowhere', { days: 'TOO_SMALL', time_zone: 'INVALID_VALUE' }],
      ['/sales?from=2026-02-30&to=x', { from: 'INVALID_VALUE', to: 'INVALID_VALUE' }],
      ['/sales?from=2026-01-02&to=2026-01-01&time_zone=Nowhere', { from: 'INVALID_VALUE', time_zone: 'INVALID_VALUE' }],
      ['/sales?from=2020-01-01&time_zone=Nowhere', { from: 'INVALID_VALUE', time_zone: 'INVALID_VALUE' }],
      [
        `/sales?from=2026-01-02&to=2026-01-01&time_zone=${'x'.repeat(65)}`,
        { from: 'INVALID_VALUE', time_zone: 'TOO_LONG' },
      ],
      // Without a valid last day, nothing is known about the period.
      ['/sales?from=2020-01-01&to=x', { to: 'INVALID_VALUE' }],
    ]
    for (const [path, errors] of cases) {
      assertError(await alice.bearer.get(`/api/v1${path}`), 400, 'VALIDATION_ERROR', errors)
    }
  })

  it('for a query and a body', async () => {
    const response = await alice.bearer.post('/api/v1/posts?dry_run=perhaps', wrong)
    const errors = { content: 'REQUIRED', dry_run: 'INVALID_VALUE', ...named }
    assertError(response, 400, 'VALIDATION_ERROR', errors)
  })
})
