import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { requestDeletion } from '../../src/identity/accounts/deletion/request-deletion.ts'
import { newId } from '../../src/platform/core/ids.ts'
import { assertError } from '../support/client.ts'
import { assertCountersEqualRows, PUBLIC, publish } from '../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '/api/v1/admin'

let server: TestServer
let admin: Person
let author: Person
before(async () => {
  server = await startTestServer()
  admin = await server.person({ role: 'admin', username: 'the_admin' })
  author = await server.person({ username: 'the_author' })
})
after(() => server.close())
afterEach(() => assertCountersEqualRows(server))

const audited = async (id: string): Promise<string[]> =>
  (await admin.session.get(`${ADMIN}/audit?target_id=${id}`)).body.entries.map((e: { action: string }) => e.action)

describe('accounts in the admin area', () => {
  it('are listed by name, address and state, and can be suspended and restored', async () => {
    const person = await server.person({ username: 'somebody_else' })
    const { id: postId } = await publish(person.session)
    const { id } = person.account
    const found = async (query: string) => (await admin.session.get(`${ADMIN}/users?${query}`)).body
    assert.deepEqual(
      (await found('q=SOMEBODY_else@')).users.map((user: { id: string }) => user.id),
      [id],
    )
    assert.equal((await found('q=somebody_else')).users[0].post_count, 1)

    for (const _ of [1, 2]) {
      const { status, body } = await admin.session.post(`${ADMIN}/users/${id}/suspend`, { reason: 'Spam.' })
      assert.equal(status, 200)
      assert.ok(body.suspended_at)
    }
    assertError(await person.session.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assertError(await server.anyone.get(`${PUBLIC}/posts/${postId}`), 404, 'NOT_FOUND')
    assert.deepEqual(
      (await found('suspended=true')).users.map((user: { id: string }) => user.id),
      [id],
    )
    for (const _ of [1, 2]) {
      assert.equal((await admin.session.post(`${ADMIN}/users/${id}/restore`)).body.suspended_at, null)
    }
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${postId}`)).status, 200)
    assert.deepEqual(await audited(id), ['user.restore', 'user.suspend'])
  })

  it('cannot be brought back by an admin if their owners deleted them; nobody suspends themselves', async () => {
    const gone = await server.person()
    await requestDeletion(server.context, gone.account.id)
    assertError(await admin.session.post(`${ADMIN}/users/${gone.account.id}/restore`), 403, 'FORBIDDEN')
    const own = `${ADMIN}/users/${admin.account.id}/suspend`
    assertError(await admin.session.post(own, { reason: 'x' }), 403, 'FORBIDDEN')
    assertError(await admin.session.post(`${ADMIN}/users/${newId()}/suspend`, { reason: 'x' }), 404, 'NOT_FOUND')
  })

  it('stay deleted when an admin ends a suspension; a log-in brings them back then', async () => {
    const { account, password, session } = await server.person()
    const { id: postId } = await publish(session)
    await requestDeletion(server.context, account.id)
    const change = (action: string) => admin.session.post(`${ADMIN}/users/${account.id}/${action}`, { reason: 'x' })
    assert.equal((await change('suspend')).status, 200)
    const logIn = () => server.anyone.post('/api/v1/session', { login: account.username, password })
    assertError(await logIn(), 403, 'FORBIDDEN')

    const { status, body } = await change('restore')
    assert.equal(status, 200)
    assert.ok(body.deletion_requested_at)
    assert.equal(body.suspended_at, body.deletion_requested_at)
    assertError(await server.anyone.get(`${PUBLIC}/posts/${postId}`), 404, 'NOT_FOUND')
    assertError(await change('restore'), 403, 'FORBIDDEN')
    assert.equal((await logIn()).status, 200)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${postId}`)).status, 200)
  })
})

describe('a bulk action', () => {
  const bulk = (body: unknown, query = '') => admin.session.post(`${ADMIN}/bulk${query}`, body)
  const results = (body: { items: { result: string }[] }) => body.items.map(({ result }) => result)

  it('leaves alone the account that stands for all deleted ones', async () => {
    const { account } = await server.person({ username: '[deleted]' })
    const path = `${ADMIN}/users/${account.id}/suspend`
    assertError(await admin.session.post(path, { reason: 'Spam.' }), 404, 'NOT_FOUND')
    const { body } = await bulk({ action: 'user.suspend', ids: [account.id], reason: 'Spam.' })
    assert.deepEqual(results(body), ['not_found'])
    const { db } = server.context
    const row = await db.selectFrom('users').select('suspended_at').where('id', '=', account.id).executeTakeFirst()
    assert.equal(row?.suspended_at, null)
    await db.deleteFrom('users').where('id', '=', account.id).execute()
  })

  it('shows what would change, then changes it, with an entry in the audit log for each', async () => {
    const [one, two] = [await publish(author.session, { title: 'One' }), await publish(author.session)]
    await admin.session.post(`${ADMIN}/posts/${two.id}/hide`, { reason: 'Spam.' })
    const missing = newId()
    const request = { action: 'post.hide', ids: [one.id, two.id, missing, one.id.toUpperCase()], reason: 'Spam.' }
    const preview = await bulk(request, '?dry_run=true')
    assert.deepEqual([preview.status, preview.body.changed], [200, 1])
    assert.deepEqual(results(preview.body), ['changed', 'unchanged', 'not_found'])
    assert.equal(preview.body.items[0].label, 'One')
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${one.id}`)).status, 200)
    assert.deepEqual(await audited(one.id), [])

    assert.deepEqual((await bulk(request)).body, preview.body)
    assertError(await server.anyone.get(`${PUBLIC}/posts/${one.id}`), 404, 'NOT_FOUND')
    assert.deepEqual(await audited(one.id), ['post.hide'])
    assert.equal((await bulk({ action: 'post.restore', ids: [one.id, two.id] })).body.changed, 2)
    for (const { id } of [one, two]) assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}`)).status, 200)
  })

  it('works for comments and accounts, and leaves the admin alone', async () => {
    const spammer = await server.person()
    const { id: postId } = await publish(author.session)
    const comments = []
    for (const content of ['a', 'b']) {
      comments.push((await spammer.session.post(`/api/v1/reader/posts/${postId}/comments`, { content })).body.id)
    }
    assert.equal((await bulk({ action: 'comment.hide', ids: comments, reason: 'Spam.' })).body.changed, 2)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${postId}/comments`)).body.total, 0)
    assert.equal((await bulk({ action: 'comment.restore', ids: comments })).body.changed, 2)
    const ids = [spammer.account.id, admin.account.id]
    assert.deepEqual(results((await bulk({ action: 'user.suspend', ids, reason: 'x' })).body), ['changed', 'refused'])
    assert.deepEqual(results((await bulk({ action: 'user.restore', ids: [ids[0]] })).body), ['changed'])
  })

  it('needs a known action, 1 to 100 ids, and a reason to hide', async () => {
    const id = newId()
    const issues = async (body: unknown, fields: Record<string, string>) =>
      assertError(await bulk(body), 400, 'VALIDATION_ERROR', fields as never)
    await issues({ action: 'post.delete', ids: [id] }, { action: 'INVALID_VALUE' })
    await issues({ action: 'post.hide', ids: [id] }, { reason: 'REQUIRED' })
    await issues({ action: 'post.restore', ids: [] }, { ids: 'TOO_SHORT' })
    await issues({ action: 'post.restore', ids: Array(101).fill(id) }, { ids: 'TOO_MANY' })
  })
})

describe('the overview', () => {
  it('counts accounts, posts, reports and queues', async () => {
    const { db } = server.context
    await sql`
      insert into mails (id, address, kind, state, expires_at)
      select gen_random_uuid(), 'a@example.com', 'test', state, now() + interval '1 day'
      from unnest(array['queued', 'sending', 'sent', 'failed', 'uncertain']) state`.execute(db)
    await sql`
      insert into undeliverable_addresses (address, reason, is_certain)
      values ('gone@example.com', '550', true), ('unsure@example.com', '550', false)`.execute(db)
    await sql`insert into failed_payment_events (provider, event_id) values ('stripe', 'evt_1')`.execute(db)
    const { body } = await admin.session.get(`${ADMIN}/overview`)
    assert.deepEqual(body.payments, { enabled: false, failed_reports: 1 })
    assert.deepEqual(body.mail, { enabled: false, queued: 2, failed: 1, uncertain: 1, undeliverable: 1 })
    assert.ok(body.accounts.total >= 2)
    assert.ok(body.posts.published >= 1)
    assert.deepEqual(body.reports, { open: 0 })
    assert.deepEqual(body.webhooks, { active: 0, failing: 0, disabled: 0 })
    assert.deepEqual(body.backups, { last_success_at: null, last_failure_at: null })
  })
})
