import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { type Answer, assertError, Client } from '../../support/client.ts'
import { inParallel } from '../../support/in-parallel.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let admin: Person
before(async () => {
  server = await startTestServer({ env: { SIGNUPS: 'invite' } })
  admin = await server.person({ role: 'admin', username: 'boss' })
})
after(() => server.close())

let serial = 0
const signUp = (invitation?: string): Promise<Answer> => {
  const username = `guest_${++serial}`
  const body = {
    username,
    email: `${username}@example.com`,
    password: 'correct horse',
    ...(invitation && { invitation }),
  }
  return new Client(server.url).post('/api/v1/signup', body)
}
async function invite(body: Record<string, unknown> = {}): Promise<{ id: string; token: string }> {
  const { status, body: created } = await admin.session.post('/api/v1/admin/invitations', body)
  assert.equal(status, 201, JSON.stringify(created))
  const url = new URL(created.url)
  assert.equal(url.pathname, '/signup')
  return { id: created.id, token: url.searchParams.get('invitation') ?? '' }
}
const list = async () => (await admin.session.get('/api/v1/admin/invitations')).body
const found = async (id: string) => (await list()).invitations.find((one: { id: string }) => one.id === id)

describe('SIGNUPS=invite', () => {
  it('needs an invitation, which works once', async () => {
    assertError(await signUp(), 403, 'FORBIDDEN')
    assertError(await signUp('not an invitation'), 403, 'FORBIDDEN')
    const { id, token } = await invite({ note: 'For Bob' })
    assert.equal((await server.anyone.post('/api/v1/invitations/check', { invitation: token })).status, 200)
    const { status, body } = await signUp(token)
    assert.equal(status, 201)
    assertError(await signUp(token), 403, 'FORBIDDEN')
    assertError(await server.anyone.post('/api/v1/invitations/check', { invitation: token }), 403, 'FORBIDDEN')
    const record = await found(id)
    assert.deepEqual(
      [record.note, record.uses, record.max_uses, record.used_by, record.created_by],
      ['For Bob', 1, 1, [body.username], 'boss'],
    )
    assert.equal((await list()).signups, 'invite')
  })

  it('lets as many accounts in as the invitation says, also at the same time', async () => {
    const { id, token } = await invite({ max_uses: 2 })
    const statuses: number[] = []
    await inParallel([1, 2, 3, 4], async () => void statuses.push((await signUp(token)).status))
    assert.deepEqual(statuses.sort(), [201, 201, 403, 403])
    assert.equal((await found(id)).uses, 2)
  })

  it('does not use up the invitation if the account cannot be created', async () => {
    const { id, token } = await invite()
    const taken = { username: 'boss', email: 'x@example.com', password: 'correct horse', invitation: token }
    assertError(await server.anyone.post('/api/v1/signup', taken), 400, 'VALIDATION_ERROR')
    assert.equal((await found(id)).uses, 0)
    assert.equal((await signUp(token)).status, 201)
  })

  it('refuses expired and revoked invitations', async () => {
    const expired = await invite()
    await sql`update invitations set expires_at = now() where id = ${expired.id}`.execute(server.context.db)
    assertError(await signUp(expired.token), 403, 'FORBIDDEN')
    const revoked = await invite()
    for (let i = 0; i < 2; i++) {
      assert.deepEqual((await admin.session.delete(`/api/v1/admin/invitations/${revoked.id}`)).body, { ok: true })
    }
    assertError(await signUp(revoked.token), 403, 'FORBIDDEN')
    assert.equal(typeof (await found(revoked.id)).revoked_at, 'string')
  })
})

describe('invitations', () => {
  it('are stored as hashes, and their links are shown once', async () => {
    const { token } = await invite()
    assert.ok(!JSON.stringify(await list()).includes(token))
    const { rows } = await sql<{ text: string }>`select invitations::text as text from invitations`.execute(
      server.context.db,
    )
    assert.ok(!rows.some(({ text }) => text.includes(token)))
  })

  it('leave entries in the audit log: created, used, revoked', async () => {
    const { id, token } = await invite({ note: 'Audited', max_uses: 2 })
    const { body: account } = await signUp(token)
    await admin.session.delete(`/api/v1/admin/invitations/${id}`)
    await admin.session.delete(`/api/v1/admin/invitations/${id}`)
    const { entries } = (await admin.session.get(`/api/v1/admin/audit?target_id=${id}`)).body
    const seen = entries.map((entry: Record<string, unknown>) => [entry['action'], entry['source'], entry['actor']])
    assert.deepEqual(seen, [
      ['invitation.revoke', 'admin', 'boss'],
      ['invitation.use', 'signup', account.username],
      ['invitation.create', 'admin', 'boss'],
    ])
    assert.equal(entries[0].target.label, 'Audited')
  })

  it('are for admins only', async () => {
    const { id } = await invite()
    const { session, bearer } = await server.person()
    for (const client of [session, server.anyone, bearer]) {
      const statuses = [
        (await client.get('/api/v1/admin/invitations')).status,
        (await client.post('/api/v1/admin/invitations', {})).status,
        (await client.delete(`/api/v1/admin/invitations/${id}`)).status,
      ]
      assert.deepEqual(statuses, client === server.anyone ? [401, 401, 401] : [403, 403, 403])
    }
  })

  it('are rejected with 0 uses, a past expiry or a long note', async () => {
    const create = (body: Record<string, unknown>) => admin.session.post('/api/v1/admin/invitations', body)
    assertError(await create({ max_uses: 0, expires_at: '2020-01-01T00:00:00Z' }), 400, 'VALIDATION_ERROR', {
      max_uses: 'TOO_SMALL',
      expires_at: 'MUST_BE_FUTURE',
    })
    assertError(await create({ note: 'x'.repeat(201) }), 400, 'VALIDATION_ERROR', { note: 'TOO_LONG' })
    assertError(await admin.session.delete('/api/v1/admin/invitations/unknown'), 404, 'NOT_FOUND')
  })
})
