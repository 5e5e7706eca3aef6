import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { OPEN_REPORTS_MAX_PER_USER } from '@galley/contract/limits'
import { type KyselyPlugin, sql } from 'kysely'
import { OPERATOR } from '../../src/identity/audit/record-action.ts'
import { resolveReport } from '../../src/moderation/reports/resolve-report.ts'
import { newId } from '../../src/platform/core/ids.ts'
import { assertError } from '../support/client.ts'
import { changePost, createPost } from '../support/posts/posts.ts'
import { publish, READER, setSuspended } from '../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../support/test-server.ts'

const ADMIN = '/api/v1/admin'
const REPORTS = `${READER}/reports`

let server: TestServer
let admin: Person
let author: Person
let reader: Person
let postId: string
before(async () => {
  server = await startTestServer()
  admin = await server.person({ role: 'admin' })
  author = await server.person()
  reader = await server.person()
  postId = (await publish(author.session, { title: 'Reported' })).id
})
after(() => server.close())

const open = async () => (await admin.session.get(`${ADMIN}/reports?limit=100`)).body.reports

describe('a report', () => {
  it('names a post, a comment or an account, and admins see it with its context', async () => {
    const commented = await author.session.post(`${READER}/posts/${postId}/comments`, { content: 'Buy now' })
    const { username } = author.account
    const targets = [{ post_id: postId }, { comment_id: commented.body.id }, { username }]
    for (const target of targets) {
      const { status, body } = await reader.session.post(REPORTS, { ...target, reason: 'spam', note: ' Look. ' })
      assert.equal(status, 201, JSON.stringify(body))
      assert.deepEqual(Object.keys(body).sort(), ['created_at', 'id', 'note', 'reason'])
    }
    const reports = await open()
    assert.deepEqual(
      reports.map(({ target }: { target: Record<string, unknown> }) => [
        target['type'],
        target['title'],
        target['text'],
      ]),
      [
        ['user', null, ''],
        ['comment', 'Reported', 'Buy now'],
        ['post', 'Reported', 'Some text.'],
      ],
    )
    const { body: post } = await author.session.get(`/api/v1/posts/${postId}`)
    assert.deepEqual(
      reports.map(({ target }: { target: { url: string } }) => target.url),
      [`${new URL(post.url).origin}/@${username}`, post.url, post.url],
    )
    for (const { reporter, target, note } of reports) {
      assert.deepEqual([reporter.username, target.author.username, note], [reader.account.username, username, 'Look.'])
    }
  })

  it('and the audit log show no text that has become private', async () => {
    const { id } = await publish(author.session, { title: 'Public title' })
    const { body: comment } = await reader.session.post(`${READER}/posts/${postId}/comments`, { content: 'Regretted' })
    await admin.session.post(REPORTS, { post_id: id, reason: 'spam' })
    await admin.session.post(REPORTS, { comment_id: comment.id, reason: 'spam' })
    for (const [path, target] of [
      ['posts', id],
      ['comments', comment.id],
    ]) {
      await admin.session.post(`${ADMIN}/${path}/${target}/hide`, { reason: 'x' })
      await admin.session.post(`${ADMIN}/${path}/${target}/restore`)
    }
    const seen = async () => JSON.stringify([await open(), (await admin.session.get(`${ADMIN}/audit`)).body])
    assert.match(await seen(), /Public title[\s\S]*Regretted|Regretted[\s\S]*Public title/)
    await changePost(author.session, id, { status: 'draft', title: 'Private title', content: 'Private text' })
    await reader.session.delete(`${READER}/comments/${comment.id}`)
    assert.doesNotMatch(await seen(), /Public title|Private|Regretted/)
    await sql`delete from reports`.execute(server.context.db)
    await sql`delete from audit_log`.execute(server.context.db)
  })

  it('about the same content is stored once per reader, until it is resolved', async () => {
    const { id } = await publish(author.session)
    const send = () => reader.bearer.post(REPORTS, { post_id: id, reason: 'abuse' })
    const sent = await Promise.all([send(), send(), send(), send()])
    assert.deepEqual(new Set(sent.map(({ status }) => status)), new Set([201]))
    const [first] = new Set(sent.map(({ body }) => body.id))
    assert.equal(new Set(sent.map(({ body }) => body.id)).size, 1)
    const other = await author.session.post(REPORTS, { post_id: id, reason: 'other' })

    const resolve = (outcome: string) => admin.session.post(`${ADMIN}/reports/${first}/resolve`, { outcome })
    const resolved = await resolve('dismissed')
    assert.deepEqual([resolved.status, resolved.body.outcome], [200, 'dismissed'])
    assert.equal((await resolve('actioned')).body.outcome, 'dismissed')
    const all = (await admin.session.get(`${ADMIN}/reports?status=resolved`)).body.reports
    assert.deepEqual(all.map((report: { id: string }) => report.id).sort(), [first, other.body.id].sort())
    assert.equal((await admin.session.get(`${ADMIN}/audit?action=report.resolve`)).body.total, 2)
    const again = await reader.session.post(REPORTS, { post_id: id, reason: 'abuse' })
    assert.notEqual(again.body.id, first)
  })

  it('is resolved with all others about the same content by the same statements, however many they are', async () => {
    const { db } = server.context
    const statementsFor = async (reporters: readonly Person[]) => {
      const { id } = await publish(author.session)
      const sent = []
      for (const { session } of reporters) sent.push(await session.post(REPORTS, { post_id: id, reason: 'spam' }))
      let count = 0
      const counter: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          count++
          return result
        },
      }
      const context = { ...server.context, db: db.withPlugin(counter) }
      await resolveReport(context, OPERATOR, sent[0]!.body.id, 'actioned', null)
      return count
    }
    const people = [reader, author, admin, await server.person()]
    assert.equal(await statementsFor(people), await statementsFor([reader]))
    await sql`delete from reports`.execute(db)
  })

  it('needs exactly one target that its sender can see', async () => {
    const send = (body: unknown) => reader.session.post(REPORTS, body)
    assertError(await send({ reason: 'spam' }), 400, 'VALIDATION_ERROR', { post_id: 'REQUIRED' })
    assertError(await send({ reason: 'bad' }), 400, 'VALIDATION_ERROR', {
      post_id: 'REQUIRED',
      reason: 'INVALID_VALUE',
    })
    assertError(await send({ post_id: postId, username: 'x', reason: 'spam' }), 400, 'VALIDATION_ERROR', {
      username: 'INVALID_VALUE',
    })
    assertError(await send({ post_id: postId, reason: 'spam', note: 'x'.repeat(1001) }), 400, 'VALIDATION_ERROR', {
      note: 'TOO_LONG',
    })
    const draft = await createPost(author.session)
    const gone = await server.person()
    const { id: hiddenWithAuthor } = await publish(gone.session)
    await setSuspended(server, gone, true)
    const { body: hidden } = await author.session.post(`${READER}/posts/${postId}/comments`, { content: 'Rude' })
    await admin.session.post(`${ADMIN}/comments/${hidden.id}/hide`, { reason: 'x' })
    for (const target of [
      { post_id: draft.id },
      { post_id: hiddenWithAuthor },
      { post_id: newId() },
      { comment_id: newId() },
      { comment_id: hidden.id },
      { username: gone.account.username },
      { username: 'nobody_there' },
    ]) {
      assertError(await send({ ...target, reason: 'spam' }), 404, 'NOT_FOUND')
    }
    assertError(await server.anyone.post(REPORTS, { post_id: postId, reason: 'spam' }), 401, 'UNAUTHORIZED')
  })

  it('is limited to 50 open ones per account', async () => {
    const eager = await server.person()
    const { id } = await publish(author.session)
    await sql`
      with made as (
        insert into users (id, username, email, password_hash, display_name)
        select gen_random_uuid(), 'many_' || n, 'many_' || n, '', '' from generate_series(1, ${OPEN_REPORTS_MAX_PER_USER}::int) n
        returning id
      )
      insert into reports (id, reporter_id, user_id, reason)
      select gen_random_uuid(), ${eager.account.id}, id, 'spam' from made`.execute(server.context.db)
    assertError(await eager.session.post(REPORTS, { post_id: id, reason: 'spam' }), 400, 'LIMIT_REACHED')
  })
})
