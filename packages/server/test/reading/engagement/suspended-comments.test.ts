import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { assertError } from '../../support/client.ts'
import { POSTS, readPost } from '../../support/posts/posts.ts'
import { assertCountersEqualRows, PUBLIC, publish, READER, setSuspended } from '../../support/posts/public.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
})
after(() => server.close())
afterEach(() => assertCountersEqualRows(server))

async function comment({ bearer }: Person, postId: string, content: string): Promise<string> {
  const { status, body } = await bearer.post(`${READER}/posts/${postId}/comments`, { content })
  assert.equal(status, 201)
  return body.id
}

/** Every path that shows or counts comments. */
async function shown(postId: string, tag: string) {
  const lists = [
    await server.anyone.get(`${PUBLIC}/posts/${postId}/comments`),
    await alice.bearer.get(`${READER}/posts/${postId}/comments`),
  ].map(({ body }) => ({ contents: body.comments.map((one: { content: string }) => one.content), total: body.total }))
  assert.deepEqual(lists[0], lists[1])
  const own = (await alice.bearer.get(`${POSTS}?limit=100`)).body.posts.find(({ id }: { id: string }) => id === postId)
  const counts = [
    (await server.anyone.get(`${PUBLIC}/posts/${postId}`)).body.comment_count,
    (await server.anyone.get(`${PUBLIC}/posts?tag=${tag}`)).body.posts[0].comment_count,
    (await readPost(alice.bearer, postId)).comment_count,
    own.comment_count,
  ]
  for (const count of counts) assert.equal(count, lists[0]!.total)
  return lists[0]
}

describe('the comments of a suspended account', () => {
  it('are hidden and not counted at once, and back when it is restored', async () => {
    const [bob, carol] = [await server.person(), await server.person()]
    const { id } = await publish(alice.bearer, { tags: ['talk'] })
    for (const [person, content] of [
      [bob, 'one'],
      [carol, 'two'],
      [bob, 'three'],
    ] as const) {
      await comment(person, id, content)
    }
    const whole = { contents: ['three', 'two', 'one'], total: 3 }
    assert.deepEqual(await shown(id, 'talk'), whole)
    for (const repeated of [1, 2]) {
      await setSuspended(server, bob, true)
      assert.deepEqual(await shown(id, 'talk'), { contents: ['two'], total: 1 }, `${repeated}`)
    }
    assert.deepEqual((await server.anyone.get(`${PUBLIC}/posts/${id}/comments?limit=1&offset=1`)).body, {
      comments: [],
      total: 1,
    })
    await assertCountersEqualRows(server)
    for (const repeated of [1, 2]) {
      await setSuspended(server, bob, false)
      assert.deepEqual(await shown(id, 'talk'), whole, `${repeated}`)
    }
  })

  it('count neither in the order by popularity nor in lists of other people’s posts', async () => {
    const bob = await server.person()
    const [first, second] = [
      await publish(alice.bearer, { tags: ['way'] }),
      await publish(alice.bearer, { tags: ['way'] }),
    ]
    await comment(bob, first.id, 'a')
    await alice.bearer.put(`${READER}/posts/${second.id}/like`)
    const popular = async () =>
      (await server.anyone.get(`${PUBLIC}/posts?tag=way&sort=popular`)).body.posts.map(({ id }: { id: string }) => id)
    assert.deepEqual(await popular(), [first.id, second.id])
    await setSuspended(server, bob, true)
    assert.deepEqual(await popular(), [second.id, first.id])
    await setSuspended(server, bob, false)
    assert.deepEqual(await popular(), [first.id, second.id])
  })

  it('cannot be deleted meanwhile, and still exist afterwards', async () => {
    const bob = await server.person()
    const { id } = await publish(alice.bearer)
    const hidden = await comment(bob, id, 'mine')
    await setSuspended(server, bob, true)
    assertError(await alice.bearer.delete(`${READER}/comments/${hidden}`), 404, 'NOT_FOUND')
    await setSuspended(server, bob, false)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}/comments`)).body.total, 1)
    assert.equal((await alice.bearer.delete(`${READER}/comments/${hidden}`)).status, 200)
  })

  it('on the account’s own posts come back with them', async () => {
    const bob = await server.person()
    const { id } = await publish(bob.bearer, { tags: ['own'] })
    await comment(bob, id, 'to myself')
    await comment(alice, id, 'to you')
    await setSuspended(server, bob, true)
    assertError(await server.anyone.get(`${PUBLIC}/posts/${id}/comments`), 404, 'NOT_FOUND')
    await assertCountersEqualRows(server)
    await setSuspended(server, bob, false)
    assert.equal((await server.anyone.get(`${PUBLIC}/posts/${id}/comments`)).body.total, 2)
  })

  it('are counted correctly when some are written and deleted while the account is suspended and restored', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => server.person()))
    const posts = await Promise.all(Array.from({ length: 3 }, () => publish(alice.bearer)))
    const statuses = new Set<number>()
    const writers = people.map(async ({ bearer }, p) => {
      for (let i = 0; i < 20; i++) {
        const path = `${READER}/posts/${posts[(p + i) % posts.length]!.id}`
        const { status, body } = await bearer.post(`${path}/comments`, { content: 'Words' })
        statuses.add(status)
        if (status !== 201 || i % 2 === 0) continue
        const deleted = [bearer, alice.bearer].map(client => client.delete(`${READER}/comments/${body.id}`))
        for (const response of await Promise.all(deleted)) statuses.add(response.status)
      }
    })
    const operator = (async () => {
      for (let i = 0; i < 10; i++) {
        await setSuspended(server, people[i % 2]!, true)
        await server.context.views.flush()
        await setSuspended(server, people[i % 2]!, false)
      }
    })()
    await Promise.all([...writers, operator])
    for (const status of statuses) assert.ok([200, 201, 401, 404].includes(status), `${status}`)
    await assertCountersEqualRows(server)
    await setSuspended(server, people[0]!, true)
  })
})
