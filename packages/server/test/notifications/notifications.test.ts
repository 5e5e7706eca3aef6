import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Notification } from '@galley/contract/schemas/notifications'
import { sql } from 'kysely'
import { addNotification } from '../../src/notifications/add-notification.ts'
import { assertError, type Client } from '../support/client.ts'
import { createPost } from '../support/posts.ts'
import { publish, setSuspended } from '../support/public.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const PATH = '/api/v1/reader/notifications'
let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

async function read(client: Client): Promise<{ notifications: Notification[]; total: number; unread: number }> {
  const { status, body } = await client.get(PATH)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const summary = async (client: Client) =>
  (await read(client)).notifications.map(({ kind, count, actors }) => [
    kind,
    count,
    actors.map(actor => actor.username),
  ])

const comment = (client: Client, postId: string) =>
  client.post(`/api/v1/reader/posts/${postId}/comments`, { content: 'Hello' })
const follow = (client: Client, username: string) => client.put(`/api/v1/reader/users/${username}/follow`)

describe('notifications', () => {
  it('tell an author of comments and followers, grouped, and nothing of what they did themselves', async () => {
    const author = await server.person()
    const post = await publish(author.session, { title: 'A title' })
    const [ann, ben] = [await server.person(), await server.person()]
    await comment(author.session, post.id)
    await comment(ann.session, post.id)
    await comment(ann.session, post.id)
    await comment(ben.session, post.id)
    await follow(ann.session, author.account.username)
    await follow(ann.session, author.account.username)
    const [followed, commented, ...more] = (await read(author.session)).notifications
    assert.equal(more.length, 0)
    assert.deepEqual([followed?.kind, followed?.count, followed?.read], ['follow', 1, false])
    assert.deepEqual([commented?.kind, commented?.count], ['comment', 3])
    assert.deepEqual(
      commented?.actors.map(({ username }) => username),
      [ben.account.username, ann.account.username],
    )
    assert.equal(commented?.post?.title, 'A title')
    assert.match(commented?.post?.url ?? '', new RegExp(`/@${author.account.username}/`))
  })

  it('tell a follower of posts that are public, published after the follow, and still there', async () => {
    const author = await server.person()
    const reader = await server.person()
    await publish(author.session, { title: 'Before' })
    await follow(reader.session, author.account.username)
    const post = await publish(author.session, { title: 'After' })
    await publish(author.session, { title: 'Unlisted', visibility: 'unlisted' })
    await createPost(author.session, { title: 'Draft' })
    const titles = async () => (await read(reader.session)).notifications.map(({ post }) => post?.title)
    assert.deepEqual(await titles(), ['After'])
    await author.session.delete(`/api/v1/posts/${post.id}`)
    assert.deepEqual(await titles(), [])
  })

  it('show nothing of suspended accounts and deleted comments', async () => {
    const author = await server.person()
    const post = await publish(author.session)
    const [spammer, other] = [await server.person(), await server.person()]
    await comment(spammer.session, post.id)
    await follow(spammer.session, author.account.username)
    const { body } = await comment(other.session, post.id)
    await setSuspended(server, spammer, true)
    assert.deepEqual(await summary(author.session), [['comment', 1, [other.account.username]]])
    await other.session.delete(`/api/v1/reader/comments/${body.id}`)
    assert.deepEqual(await summary(author.session), [])
  })

  it('are read up to a time, which never goes back or beyond the present', async () => {
    const author = await server.person()
    const post = await publish(author.session)
    const [ann, ben] = [await server.person(), await server.person()]
    await comment(ann.session, post.id)
    const { notifications, unread } = await read(author.session)
    assert.equal(unread, 1)
    assert.deepEqual((await author.session.get(`${PATH}/unread`)).body, { unread: 1 })
    const until = notifications[0]?.created_at
    assert.deepEqual((await author.session.put(`${PATH}/read`, { until })).body, { unread: 0 })
    await author.session.put(`${PATH}/read`, { until: '2000-01-01T00:00:00Z' })
    assert.equal((await read(author.session)).unread, 0)
    await author.session.put(`${PATH}/read`, { until: '2999-01-01T00:00:00Z' })
    await follow(ben.session, author.account.username)
    assert.deepEqual((await author.session.get(`${PATH}/unread`)).body, { unread: 1 })
    assert.deepEqual(
      (await read(author.session)).notifications.map(({ kind, read }) => [kind, read]),
      [
        ['follow', false],
        ['comment', true],
      ],
    )
  })

  it('can be switched off by kind', async () => {
    const author = await server.person()
    const ann = await server.person()
    await follow(ann.session, author.account.username)
    const changed = await author.session.patch(`${PATH}/settings`, { follow: false })
    assert.deepEqual(changed.body, { comment: true, follow: false, post: true, webhook: true })
    const { notifications, total, unread } = await read(author.session)
    assert.deepEqual([notifications, total, unread], [[], 0, 0])
    assert.deepEqual((await author.session.get(`${PATH}/unread`)).body, { unread: 0 })
    await author.session.patch(`${PATH}/settings`, { follow: true })
    assert.equal((await read(author.session)).unread, 1)
    assertError(await author.session.patch(`${PATH}/settings`, { all: false }), 400, 'VALIDATION_ERROR')
  })

  it('tell of a webhook in trouble', async () => {
    const author = await server.person()
    const { rows } = await sql<{ id: string }>`
      insert into webhooks (id, user_id, url, event_types, secret)
      values (gen_random_uuid(), ${author.account.id}, 'https://hooks.example/x', '{post.published}', '')
      returning id`.execute(server.context.db)
    const webhook_id = rows[0]?.id ?? ''
    await server.context.db
      .transaction()
      .execute(trx =>
        addNotification(trx, { kind: 'webhook', user_id: author.account.id, webhook_id, detail: 'disabled' }),
      )
    const [told] = (await read(author.session)).notifications
    assert.deepEqual(
      [told?.kind, told?.detail, told?.webhook],
      ['webhook', 'disabled', { id: webhook_id, url: 'https://hooks.example/x' }],
    )
  })

  it('are private, and need the scope reader', async () => {
    const { session } = await server.person()
    assertError(await server.anyone.get(PATH), 401, 'UNAUTHORIZED')
    const { body } = await session.post('/api/v1/tokens', { name: 'narrow', scopes: ['posts:read'] })
    const answer = await server.anyone.get(PATH, { headers: { authorization: `Bearer ${body.token}` } })
    assertError(answer, 403, 'SCOPE_REQUIRED')
  })
})

describe('the page of notifications, without scripts', () => {
  it('shows them in both languages with a count in the header, marks them as read and saves the settings', async () => {
    const author = await server.person()
    const reader = await server.person()
    await follow(reader.session, author.account.username)
    const page = async (language: string) =>
      (await author.session.get('/notifications', { headers: { 'accept-language': language } })).body
    assert.match(await page('ja'), /さんがあなたをフォローしました/)
    const english = await page('en')
    assert.match(english, /follows you/)
    assert.match(english, /aria-label="1 unread">1</)
    const until = /name="until" value="([^"]+)"/.exec(english)?.[1] ?? ''
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = (path: string, raw: string) => author.session.send('POST', path, { raw, headers: form })
    assert.equal((await send('/notifications/read', `until=${encodeURIComponent(until)}`)).status, 303)
    assert.doesNotMatch(await page('en'), /account-unread/)
    assert.equal((await send('/notifications/settings', 'comment=on')).status, 303)
    assert.doesNotMatch(await page('en'), /follows you/)
    const anonymous = await server.anyone.get('/notifications')
    assert.equal(anonymous.headers.get('location'), '/login?next=%2Fnotifications')
  })
})
