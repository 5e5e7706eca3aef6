import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { purgeAccount, purgeAccounts } from '../../../src/identity/accounts/deletion/purge-account.ts'
import { requestDeletion } from '../../../src/identity/accounts/deletion/request-deletion.ts'
import { OPERATOR } from '../../../src/identity/audit/record-action.ts'
import { withSnapshot } from '../../../src/keeping/backup/create/with-snapshot.ts'
import { restoreUser } from '../../../src/moderation/suspend-user.ts'
import type { BlobStore } from '../../../src/platform/storage/blob-store.ts'
import { assertError, Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { plain } from '../../support/posts/images.ts'
import { publish, setSuspended } from '../../support/posts/public.ts'
import { upload } from '../../support/posts/upload.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer()
})
after(() => server.close())

/** An account with one of everything, and what others see of it. */
async function setUp() {
  const [leaver, other] = [await server.person({ plan: 'pro_plus' }), await server.person()]
  const { username } = leaver.account
  await leaver.session.patch('/api/v1/me', { display_name: `Name of ${username}`, bio: `Bio of ${username}` })
  // It gets deliveries of the posts below.
  await leaver.bearer.post('/api/v1/webhooks', { url: `https://${username}.example/x`, event_types: ['post.created'] })
  const image = (await upload(leaver.session, await plain('png', 600, 400), `${username}.png`)).body
  const post = await publish(leaver.bearer, { title: `By ${username}`, content: `![](${image.url})`, tags: [username] })
  const draft = (await leaver.bearer.post('/api/v1/posts', { title: `Draft of ${username}`, content: 'x' })).body
  await leaver.bearer.delete(`/api/v1/posts/${draft.id}`)
  const theirs = await publish(other.bearer, { title: 'Stays' })
  const commented = await leaver.bearer.post(`/api/v1/reader/posts/${theirs.id}/comments`, {
    content: `I am ${username}`,
  })
  assert.equal(commented.status, 201)
  for (const kind of ['like', 'save', 'resonance']) await leaver.bearer.put(`/api/v1/reader/posts/${theirs.id}/${kind}`)
  await leaver.bearer.put(`/api/v1/reader/users/${other.account.username}/follow`)
  await other.bearer.put(`/api/v1/reader/posts/${post.id}/like`)
  await other.bearer.post(`/api/v1/reader/posts/${post.id}/comments`, { content: `To ${username}` })
  await other.bearer.put(`/api/v1/reader/users/${username}/follow`)
  await leaver.bearer.put('/api/v1/redirects', { path: `/old/${username}`, post_id: post.id })
  return { leaver, other, username, image, post, theirs }
}

const remove = (person: Person, current_password = person.password) =>
  person.session.post('/api/v1/me/delete', { current_password })

/** Every public address that shows something of the account, with its status and whether it names the account. */
async function publicTraces({ username, post, image, theirs }: Awaited<ReturnType<typeof setUp>>): Promise<string[]> {
  const addresses = [
    `/api/v1/public/users/${username}`,
    `/api/v1/public/posts/${post.id}`,
    `/api/v1/public/posts/${post.slug}`,
    `/api/v1/public/posts/${post.id}/html`,
    `/api/v1/public/posts/${post.id}/comments`,
    `/api/v1/public/posts/${theirs.id}/comments`,
    '/api/v1/public/posts?limit=100',
    `/api/v1/public/posts?tag=${username}`,
    `/api/v1/public/posts?author=${username}`,
    '/api/v1/public/ranking',
    '/api/v1/public/sitemap',
    `/api/v1/public/redirects?path=/old/${username}`,
    `/@${username}`,
    `/@${username}/${post.slug}`,
    `/@${username}/feed.xml`,
    `/old/${username}`,
    '/',
    '/feed.xml',
    `/@${theirs.url.split('/@')[1]}`,
  ]
  const traces: string[] = []
  for (const address of addresses) {
    const response = await fetch(server.url + address, { redirect: 'manual' })
    const text = (await response.text()).replaceAll(address, '').replaceAll(encodeURIComponent(address), '')
    const shows = [
      `By ${username}`,
      `Name of ${username}`,
      `Bio of ${username}`,
      `I am ${username}`,
      `/@${username}/${post.slug}`,
    ]
    if (shows.some(words => text.includes(words)) || response.status === 301) traces.push(address)
  }
  const copy = image.url.replace('/media/posts/', '/media/variants/').replace(/\.png$/, '-480.webp')
  for (const [name, address] of Object.entries({ image: image.url, copy })) {
    const media = await fetch(server.url + new URL(address).pathname)
    await media.arrayBuffer()
    if (media.ok) traces.push(name)
  }
  return traces
}

describe('POST /api/v1/me/delete', () => {
  it('needs the password and a session', async () => {
    const person = await server.person()
    assertError(await remove(person, 'wrong'), 400, 'VALIDATION_ERROR', { current_password: 'INVALID_VALUE' })
    assertError(await person.session.post('/api/v1/me/delete', {}), 400, 'VALIDATION_ERROR', {
      current_password: 'REQUIRED',
    })
    assertError(
      await person.bearer.post('/api/v1/me/delete', { current_password: person.password }),
      403,
      'SESSION_REQUIRED',
    )
    assert.equal((await person.session.get('/api/v1/me')).status, 200)
  })

  it('hides the account everywhere at once, and a log-in brings everything back', async () => {
    const all = await setUp()
    const { leaver, username, theirs } = all
    const before = await publicTraces(all)
    assert.ok(before.length >= 12, before.join())
    const answer = await remove(leaver)
    assert.equal(answer.status, 200)
    assert.ok(Date.parse(answer.body.purge_at) > Date.now() + 13.9 * 24 * 3_600_000)
    // The image itself stays until the purge: its address is secret, and posts of others may show it.
    assert.deepEqual(
      (await publicTraces(all)).filter(trace => trace !== 'image' && trace !== 'copy'),
      [],
    )
    assertError(await leaver.session.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assertError(await leaver.bearer.get('/api/v1/me'), 401, 'UNAUTHORIZED')
    assert.equal((await server.anyone.get(`/api/v1/public/posts/${theirs.id}`)).body.comment_count, 0)

    await purgeAccounts(server.context)
    const back = new Client(server.url)
    await back.logIn(username, leaver.password)
    assert.equal((await back.get('/api/v1/me')).status, 200)
    assert.deepEqual(await publicTraces(all), before)
    assert.equal((await leaver.bearer.get('/api/v1/me')).status, 200)
    assert.equal((await server.anyone.get(`/api/v1/public/posts/${theirs.id}`)).body.comment_count, 1)
  })

  it('leaves nothing personal after the purge; comments are shown as deleted', async () => {
    const all = await setUp()
    const { leaver, other, username, theirs } = all
    assert.ok((await publicTraces(all)).includes('copy'))
    const { db } = server.context
    await sql`insert into undeliverable_addresses (address, reason) values (${leaver.account.email}, '550')`.execute(db)
    await sql`insert into login_failures (key, failures) values (${`login:${username}`}, 1)`.execute(db)
    await remove(leaver)
    await makeOld(leaver)
    assert.equal(await purgeAccounts(server.context), 1)
    assert.deepEqual(await publicTraces(all), [])
    assert.deepEqual(await tablesThatContain([username, leaver.account.id, leaver.account.email]), [])
    for (const folder of ['posts', 'variants']) {
      assert.deepEqual(await server.context.storage.list(`${folder}/${leaver.account.id}/`, '', 10), [])
    }
    const { body } = await server.anyone.get(`/api/v1/public/posts/${theirs.id}/comments`)
    assert.deepEqual(
      body.comments.map(({ author, content }: Record<string, unknown>) => [author, content]),
      [[{ username: '[deleted]', display_name: 'deleted', avatar_url: null }, 'deleted']],
    )
    const { like_count, save_count, resonated_count, comment_count } = (
      await server.anyone.get(`/api/v1/public/posts/${theirs.id}`)
    ).body
    assert.deepEqual([like_count, save_count, resonated_count, comment_count], [0, 0, 0, 1])
    assert.equal(
      (await server.anyone.get(`/api/v1/public/users/${other.account.username}`)).body.profile.follower_count,
      0,
    )
    // The comment stays. What was taken away does not count in rankings of the last days either.
    const { views, ...totals } = (await other.bearer.get(`/api/v1/statistics?post_id=${theirs.id}`)).body.totals
    assert.deepEqual(totals, { likes: 0, saves: 0, resonances: 0, comments: 1 })
    assertError(await server.anyone.get('/api/v1/public/users/[deleted]'), 404, 'NOT_FOUND')
    // The author of the post may remove the placeholder, and the name is free again.
    assert.equal((await other.bearer.delete(`/api/v1/reader/comments/${body.comments[0].id}`)).status, 200)
    const again = await server.anyone.post('/api/v1/signup', {
      username,
      email: leaver.account.email,
      password: 'another password',
    })
    assert.equal(again.status, 201)
  })

  it('keeps the images of a purged account until a running backup has read them', async () => {
    const { leaver, image } = await setUp()
    const { storage, log } = server.context
    const lines: string[] = []
    const context = {
      ...server.context,
      log: Object.assign(Object.create(log), { info: (line: string) => lines.push(line) }),
    }
    await requestDeletion(context, leaver.account.id)
    let purge: Promise<void> | undefined
    await withSnapshot(server.database.connection, async client => {
      await client.query('select')
      let isOver = false
      purge = purgeAccount(context, leaver.account.id).finally(() => {
        isOver = true
      })
      await eventually(async () => assert.match(lines.join(), /when the running backup has ended/))
      assert.notEqual(await storage.find(image.path), undefined)
      assert.equal(isOver, false)
      const { rows } = await client.query('select path from uploads where path = $1 and deleted_at is null', [
        image.path,
      ])
      assert.equal(rows.length, 1)
    })
    await purge
    assert.equal(await storage.find(image.path), undefined)
  })

  it('deletes all images, also if the storage lists fewer of them than were asked for', async () => {
    const leaver = await server.person()
    for (const width of [600, 601, 602]) await upload(leaver.session, await plain('png', width, 400))
    const { storage } = server.context
    await requestDeletion(server.context, leaver.account.id)
    // A bucket may answer with any number of keys, as long as there are some.
    const shortLists: BlobStore = {
      put: (key, file, type) => storage.put(key, file, type),
      find: key => storage.find(key),
      open: (key, range) => storage.open(key, range),
      list: (prefix, after) => storage.list(prefix, after, 1),
      delete: key => storage.delete(key),
    }
    await purgeAccount({ ...server.context, storage: shortLists }, leaver.account.id)
    assert.deepEqual(await storage.list(`posts/${leaver.account.id}/`, '', 10), [])
  })

  it('is not undone by a log-in during the purge, when a part of the account is gone', async () => {
    const { leaver, post } = await setUp()
    await remove(leaver)
    const login = { login: leaver.account.username, password: leaver.password }
    let purge: Promise<void> | undefined
    await withSnapshot(server.database.connection, async client => {
      await client.query('select')
      purge = purgeAccount(server.context, leaver.account.id)
      await eventually(async () => {
        const { rows } = await sql`select from posts where id = ${post.id}`.execute(server.context.db)
        assert.equal(rows.length, 0)
      })
      assertError(await server.anyone.post('/api/v1/session', login), 403, 'FORBIDDEN')
    })
    await purge
    assertError(await server.anyone.post('/api/v1/session', login), 401, 'UNAUTHORIZED')
  })

  it('by an operator does not end a suspension', async () => {
    const person = await server.person()
    await setSuspended(server, person, true)
    await requestDeletion(server.context, person.account.id)
    const login = { login: person.account.username, password: person.password }
    assertError(await server.anyone.post('/api/v1/session', login), 403, 'FORBIDDEN')
  })

  it('by an operator is not undone by a log-in, but by the operator', async () => {
    for (const isOwn of [false, true]) {
      const person = await server.person()
      if (isOwn) await remove(person)
      const { id, username } = person.account
      await requestDeletion(server.context, id, { byOperator: true })
      const login = { login: username, password: person.password }
      assertError(await server.anyone.post('/api/v1/session', login), 403, 'FORBIDDEN')
      await restoreUser(server.context, OPERATOR, id, null)
      assert.equal((await server.anyone.post('/api/v1/session', login)).status, 200)
      // Afterwards its owner can delete it and come back as usual.
      await requestDeletion(server.context, id)
      assert.equal((await server.anyone.post('/api/v1/session', login)).status, 200)
    }
  })

  it('is not undone by a log-in if an operator has suspended the account since', async () => {
    const person = await server.person()
    await remove(person)
    await setSuspended(server, person, true)
    const login = { login: person.account.username, password: person.password }
    assertError(await server.anyone.post('/api/v1/session', login), 403, 'FORBIDDEN')
    await setSuspended(server, person, false)
    await makeOld(person)
    assert.equal(await purgeAccounts(server.context), 0)
    assert.equal((await person.bearer.get('/api/v1/me')).status, 200)
  })
})

/** As if the deletion had been requested 15 days ago. */
async function makeOld({ account }: Person): Promise<void> {
  await sql`update users set deletion_requested_at = deletion_requested_at - interval '15 days' where id = ${account.id}`.execute(
    server.context.db,
  )
}

/** Looks for the words in every row of every table. */
async function tablesThatContain(words: readonly string[]): Promise<string[]> {
  const { db } = server.context
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const found: string[] = []
  for (const { name } of rows) {
    const patterns = words.map(word => `%${word}%`)
    const hits = await sql`select from ${sql.raw(name)} t where t::text like any(${patterns}) limit 1`.execute(db)
    if (hits.rows.length > 0) found.push(name)
  }
  return found
}
