import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Notification } from '@galley/contract/schemas/delivery/notifications'
import { sql } from 'kysely'
import { addNotification } from '../../../src/delivery/notifications/add-notification.ts'
import { notifyExpiringTokens } from '../../../src/identity/tokens/notify-expiring-tokens.ts'
import { newId } from '../../../src/platform/core/ids.ts'
import { assertError, Client } from '../../support/client.ts'
import { createPost } from '../../support/posts/posts.ts'
import { publish, setSuspended } from '../../support/posts/public.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

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
  client.post(`/api/v1/reader/posts/${postId}/comments`, { content: `Hello ${newId()}` })
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

  it('do not mention followers who have unfollowed', async () => {
    const [author, reader] = [await server.person(), await server.person()]
    await follow(reader.session, author.account.username)
    assert.equal((await read(author.session)).total, 1)
    await reader.session.delete(`/api/v1/reader/users/${author.account.username}/follow`)
    assert.equal((await read(author.session)).total, 0)
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
    const { mail, ...shown } = changed.body
    assert.deepEqual(shown, {
      comment: true,
      follow: false,
      post: true,
      webhook: true,
      moderation: true,
      token: true,
    })
    const { notifications, total, unread } = await read(author.session)
    assert.deepEqual([notifications, total, unread], [[], 0, 0])
    assert.deepEqual((await author.session.get(`${PATH}/unread`)).body, { unread: 0 })
    await author.session.patch(`${PATH}/settings`, { follow: true })
    assert.equal((await read(author.session)).unread, 1)
    for (const unknown of [{ all: false }, { security: false }]) {
      assertError(await author.session.patch(`${PATH}/settings`, unknown), 400, 'VALIDATION_ERROR')
    }
  })

  it('report a failing webhook', async () => {
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

  it('tell an author of moderation with its reason, and no title of a post that only others may read', async () => {
    const admin = await server.person({ role: 'admin' })
    const [author, reader] = [await server.person(), await server.person()]
    const post = await publish(author.session, { title: 'Mine' })
    const { body } = await comment(reader.session, post.id)
    const told = async ({ session }: typeof author) =>
      (await read(session)).notifications
        .filter(({ kind }) => kind === 'moderation')
        .map(({ detail, reason, post, actors }) => [detail, reason, post?.title, actors.length])
    const act = (path: string, reason?: string) => admin.session.post(`/api/v1/admin/${path}`, { reason })
    assert.equal((await act(`comments/${body.id}/hide`, 'Rude')).status, 200)
    assert.equal((await act(`posts/${post.id}/hide`, 'Spam')).status, 200)
    assert.deepEqual(await told(author), [['post_hidden', 'Spam', 'Mine', 0]])
    assert.deepEqual(await told(reader), [['comment_hidden', 'Rude', undefined, 0]])
    assert.equal((await act(`posts/${post.id}/restore`, 'Not for the author')).status, 200)
    assert.deepEqual((await told(author))[0], ['post_restored', null, 'Mine', 0])
    assert.deepEqual(await told(reader), [['comment_hidden', 'Rude', 'Mine', 0]])
    await author.session.patch(`/api/v1/posts/${post.id}`, { status: 'draft', title: 'Secret' })
    assert.deepEqual(await told(reader), [['comment_hidden', 'Rude', undefined, 0]])
    assert.equal((await act(`users/${reader.account.id}/suspend`, 'Again')).status, 200)
    assert.equal((await act(`users/${reader.account.id}/restore`)).status, 200)
    assert.deepEqual(
      (await told(reader)).map(([detail]) => detail),
      ['account_restored', 'account_suspended', 'comment_hidden'],
    )
  })

  it('tell the owner of a token once, a week before it expires', async () => {
    const { account, session } = await server.person()
    const { db } = server.context
    const expiring = async (name: string, validDays: number, leftDays: number) => {
      const { status } = await session.post('/api/v1/tokens', { name, expires_at: '2999-01-01T00:00:00Z' })
      assert.equal(status, 200)
      await sql`
        update api_tokens set expires_at = now() + make_interval(days => ${leftDays}),
          created_at = now() + make_interval(days => ${leftDays - validDays})
        where user_id = ${account.id} and name = ${name}`.execute(db)
    }
    await expiring('soon', 30, 6)
    await expiring('later', 30, 8)
    await expiring('short', 7, 6)
    for (let i = 0; i < 2; i++) await notifyExpiringTokens(server.context)
    const told = async () =>
      (await read(session)).notifications.filter(({ kind }) => kind === 'token').map(({ token }) => token?.name)
    assert.deepEqual(await told(), ['soon'])
    const { body } = await session.get('/api/v1/tokens')
    const { id } = body.tokens.find(({ name }: { name: string }) => name === 'soon')
    await session.delete(`/api/v1/tokens/${id}`)
    assert.deepEqual(await told(), [])
  })

  it('tell of changes that concern the security of the account, on a site without mails', async () => {
    const { session, account, password } = await server.person()
    await session.patch('/api/v1/me', { password: 'another horse battery', current_password: password })
    for (const agent of ['Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', 'Mozilla/5.0 (Macintosh) Safari/605']) {
      const login = { login: account.email, password: 'another horse battery' }
      await new Client(server.url).post('/api/v1/session', login, { headers: { 'user-agent': agent } })
    }
    const told = (await read(session)).notifications.map(({ kind, detail }) => [kind, detail])
    assert.deepEqual(told, [
      ['security', 'new_device'],
      ['security', 'password_changed'],
    ])
  })

  it('are private, and need the scope reader', async () => {
    const { session } = await server.person()
    assertError(await server.anyone.get(PATH), 401, 'UNAUTHORIZED')
    const { body } = await session.post('/api/v1/tokens', { name: 'narrow', scopes: ['posts:read'] })
    const response = await server.anyone.get(PATH, { headers: { authorization: `Bearer ${body.token}` } })
    assertError(response, 403, 'SCOPE_REQUIRED')
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
    assert.equal((await send('/notifications/settings', 'comment=on&mail.post=on')).status, 303)
    const { body: settings } = await author.session.get(`${PATH}/settings`)
    assert.deepEqual(
      [settings.comment, settings.follow, settings.mail.post, settings.mail.comment],
      [true, false, true, false],
    )
    const form1 = (await author.session.get('/notifications/settings', { headers: { 'accept-language': 'ja' } })).body
    assert.match(form1, /name="mail.post" value="on" checked/)
    assert.match(form1, /このサイトはメールを送信しません/)
    assert.doesNotMatch(await page('en'), /follows you/)
    const anonymous = await server.anyone.get('/notifications')
    assert.equal(anonymous.headers.get('location'), '/login?next=%2Fnotifications')
  })
})
