import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { changeAccount } from '../../../src/identity/accounts/account-store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { refreshRankings } from '../../../src/reading/public/refresh-rankings.ts'
import { oauthProgram } from '../../support/accounts/oauth-program.ts'
import { eventually } from '../../support/eventually.ts'
import { createPost } from '../../support/posts/posts.ts'
import { cacheHits, PUBLIC, publish, READER, setSuspended } from '../../support/posts/public.ts'
import { createSeries, entryOf } from '../../support/posts/series.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

const SECOND = 1000

let database: TestDatabase
let here: TestServer
let there: TestServer
let alice: Person
let bob: Person
/** Responses that show Alice, and no other account. */
let pathsOfAlice: string[]
let pathsOfBob: string[]
before(async () => {
  database = await createTestDatabase()
  const nowMs = Date.now()
  // Their clocks stand still, so only messages can drop an entry.
  const clock = { now: () => new Date(nowMs) }
  here = await startTestServer({ database, clock, indexer: true })
  there = await startTestServer({ database, clock })
  ;[alice, bob] = await Promise.all([here.person(), here.person()])
  ;[pathsOfAlice, pathsOfBob] = (await Promise.all([alice, bob].map(pathsOf))) as [string[], string[]]
  await refreshRankings(here.context)
})
after(async () => {
  await here.close()
  await there.close()
  await database.drop()
})

/** Publishes a post in a series, with a comment, and returns where they are shown. */
async function pathsOf({ bearer, account: { username, display_name } }: Person): Promise<string[]> {
  const series = await createSeries(bearer, { title: `The series of ${username}` })
  const fields = { title: `Words of ${username}`, tags: [`tag-of-${username}`], ...entryOf(series) }
  const { id, slug } = await publish(bearer, fields)
  await bearer.post(`${READER}/posts/${id}/comments`, { content: 'A comment.' })
  const found = `/search?q=${encodeURIComponent(`Words of ${username}`)}`
  await eventually(async () => assert.equal((await here.anyone.get(PUBLIC + found)).body.total, 1))
  const suggested = `/search/suggestions?q=${encodeURIComponent(display_name)}`
  return [
    ...[`/posts/${id}`, `/posts/${slug}`, `/posts/${id}/html`, `/posts/${id}/comments`, `/series/${series.id}`],
    ...[`/posts?tag=tag-of-${username}`, `/posts?author=${username}`, `/posts?series=${series.id}`],
    ...[`/users/${username}`, `/users/${username}/series`, found, suggested],
  ]
}

/** Waits until both nodes have all messages that were sent so far: their order is kept. */
async function messagesArrived(): Promise<void> {
  const subject = randomUUID()
  const arrived = [here, there].map(
    ({ context }) =>
      new Promise<void>(resolve =>
        context.bus.subscribe(message => {
          if (message.about === 'public' && message.subjects.includes(subject)) resolve()
        }),
      ),
  )
  here.context.bus.sendSoon([{ about: 'public', subjects: [subject] }])
  await Promise.all(arrived)
}

/** Those of the paths whose responses do not come from the cache of a node. Afterwards they do. */
async function dropped(node: TestServer, paths: readonly string[]): Promise<string[]> {
  const computed: string[] = []
  for (const path of paths) {
    const before = await cacheHits(node)
    assert.equal((await node.anyone.get(PUBLIC + path)).status, 200, path)
    if ((await cacheHits(node)) === before) computed.push(path)
  }
  return computed
}

async function fillCaches(paths = [...pathsOfAlice, ...pathsOfBob]): Promise<void> {
  // The search may still be told of the last post.
  await eventually(async () => {
    const { rows } = await sql`select from search_queue`.execute(here.context.db)
    assert.equal(rows.length, 0)
    await messagesArrived()
    for (const node of [here, there]) await dropped(node, paths)
    for (const node of [here, there]) assert.deepEqual(await dropped(node, paths), [])
  })
}

describe('entries that do not show an account stay in the caches of all nodes', () => {
  it('when it logs in and out, when its tokens are issued, refreshed and revoked, and when its password or plan changes', async () => {
    const { newClient, granted, refresh } = oauthProgram(() => ({ server: here, alice }))
    const client = await newClient()
    const { refresh_token } = await granted(client)
    const tokens = '/api/v1/tokens'
    const ways: [string, () => Promise<{ status: number }>][] = [
      ['a log-in', () => bob.session.logIn(alice.account.username, alice.password)],
      ['a log-out', () => bob.session.delete('/api/v1/session')],
      ['a token is issued', () => alice.session.post(tokens, { name: 'Another' })],
      ['a token is refreshed', () => refresh(client, refresh_token)],
      [
        'a token is revoked',
        async () => alice.session.delete(`${tokens}/${(await alice.session.get(tokens)).body.tokens[0].id}`),
      ],
      ['a change of the profile to what it was', () => alice.session.patch('/api/v1/me', { bio: alice.account.bio })],
      [
        'a new password',
        () => alice.session.patch('/api/v1/me', { password: 'another passphrase', current_password: alice.password }),
      ],
      [
        'a new plan',
        async () => {
          await transact(here.context, (trx, notify) =>
            changeAccount(trx, notify, alice.account.id, { plan: 'pro_plus' }),
          )
          return { status: 200 }
        },
      ],
    ]
    await fillCaches()
    for (const [what, act] of ways) {
      const { status } = await act()
      assert.ok(status < 300, `${what}: ${status}`)
      await messagesArrived()
      for (const node of [here, there])
        assert.deepEqual(await dropped(node, [...pathsOfAlice, ...pathsOfBob]), [], what)
    }
  })

  it('when it writes a draft', async () => {
    await fillCaches()
    await createPost(alice.bearer)
    await messagesArrived()
    // Results of searches change when a post is indexed.
    const kept = [...pathsOfAlice, ...pathsOfBob].filter(path => !path.startsWith('/search?'))
    for (const node of [here, there]) assert.deepEqual(await dropped(node, kept), [])
  })

  it('when its profile changes, and those that show it are dropped: at once here, within a second elsewhere', async () => {
    await fillCaches()
    const display_name = 'Alice Marlowe'
    const shown = (node: TestServer, path: string) =>
      node.anyone.get(PUBLIC + path).then(({ body }) => JSON.stringify(body))
    const showing: string[] = []
    for (const path of pathsOfAlice) {
      if ((await shown(here, path)).includes(`"display_name":"${alice.account.display_name}"`)) showing.push(path)
    }
    assert.equal(showing.length, 10, 'all but the HTML of the text and the titles of series')
    assert.equal((await alice.session.patch('/api/v1/me', { display_name })).status, 200)
    // Whoever searches for the former name finds nothing.
    const renamed = showing.filter(path => !path.startsWith('/search/suggestions'))
    for (const path of renamed) assert.match(await shown(here, path), /Alice Marlowe/, path)
    await eventually(async () => {
      for (const path of renamed) assert.match(await shown(there, path), /Alice Marlowe/, path)
    }, SECOND)
    await messagesArrived()
    // Any search for a name may find Alice from now on.
    const kept = pathsOfBob.filter(path => !path.startsWith('/search/suggestions'))
    for (const node of [here, there]) assert.deepEqual(await dropped(node, kept), [])
  })
})

describe('a suspension', () => {
  it('drops what shows the account, at once here and within a second elsewhere, and no other post', async () => {
    for (const [suspended, status] of [
      [true, 404],
      [false, 200],
    ] as const) {
      // Any search may find Bob, from now on or not any more.
      const kept = pathsOfAlice.filter(path => !path.startsWith('/search'))
      await fillCaches(suspended ? [...kept, ...pathsOfBob] : kept)
      const [path = ''] = pathsOfBob
      await setSuspended(here, bob, suspended)
      assert.equal((await here.anyone.get(PUBLIC + path)).status, status)
      await eventually(async () => assert.equal((await there.anyone.get(PUBLIC + path)).status, status), SECOND)
      await messagesArrived()
      for (const node of [here, there]) assert.deepEqual(await dropped(node, kept), [])
    }
  })
})

describe('a publication', () => {
  it('drops lists, and no other post of its author, on all nodes', async () => {
    await fillCaches()
    await publish(alice.bearer, { title: 'Another post' })
    await messagesArrived()
    const lists = /\/(?:users|search)|\?author=/
    for (const node of [here, there]) {
      assert.deepEqual(
        (await dropped(node, pathsOfAlice)).filter(path => !lists.test(path)),
        [],
      )
    }
  })
})
