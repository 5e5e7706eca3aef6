import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { findPost, findPosts } from '../src/posts/post-store.ts'
import { createPost, POSTS } from './support/posts.ts'
import { type Person, startTestServer, type TestServer } from './support/test-server.ts'

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

let server: TestServer
let alice: Person
let bob: Person
before(async () => {
  server = await startTestServer()
  alice = await server.person()
  bob = await server.person()
})
after(() => server.close())

/** A post of each author, one that is deleted, and one that never was. */
async function somePosts() {
  const [mine, theirs, gone] = await Promise.all([
    createPost(alice.bearer, { title: 'Mine' }),
    createPost(bob.bearer, { title: 'Theirs' }),
    createPost(alice.bearer, { title: 'Gone' }),
  ])
  assert.equal((await alice.bearer.delete(`${POSTS}/${gone.id}`)).status, 200)
  return { mine: mine.id, theirs: theirs.id, gone: gone.id }
}

it('posts that are read together are the same as each read alone', async () => {
  const { mine, theirs, gone } = await somePosts()
  const wanted = [alice, bob].flatMap(({ account: { id: authorId } }) =>
    [gone, mine, UNKNOWN, theirs, mine.toUpperCase(), mine].map(id => ({ authorId, id })),
  )
  const alone = await Promise.all(wanted.map(({ authorId, id }) => findPost(server.context.db, authorId, id)))
  const together = await findPosts(server.context.db, wanted)
  assert.deepEqual(
    together.map(post => post?.title),
    [
      ...[undefined, 'Mine', undefined, undefined, 'Mine', 'Mine'],
      ...Array(3).fill(undefined),
      'Theirs',
      undefined,
      undefined,
    ],
  )
  assert.deepEqual(
    together.map(post => post && { ...post, place: undefined }),
    alone.map(post => post && { ...post, place: undefined }),
  )
})

it('a crowd of readers gets what belongs to each of them, and nobody else anything', async () => {
  const { mine, theirs, gone } = await somePosts()
  const crowd = Array.from({ length: 20 }, () => [
    { who: alice, id: mine, status: 200 },
    { who: bob, id: mine, status: 404 },
    { who: bob, id: theirs, status: 200 },
    { who: alice, id: theirs.toUpperCase(), status: 404 },
    { who: alice, id: gone, status: 404 },
    { who: bob, id: UNKNOWN, status: 404 },
    { who: alice, id: 'no-id', status: 404 },
  ]).flat()
  const answers = await Promise.all(crowd.map(({ who, id }) => who.bearer.get(`${POSTS}/${id}`)))
  for (const [i, { who, id, status }] of crowd.entries()) {
    assert.equal(answers[i]?.status, status)
    if (status !== 200) continue
    assert.equal(answers[i]?.body.id, id)
    assert.equal(answers[i]?.body.author.username, who.account.username)
  }
})

it('a reader sees every change that was answered before, in the middle of a crowd', async () => {
  const { mine } = await somePosts()
  const path = `${POSTS}/${mine}`
  let crowded = true
  const crowd = Array.from({ length: 12 }, async () => {
    while (crowded) await alice.bearer.get(path)
  })
  for (let i = 0; i < 30; i++) {
    await alice.bearer.patch(path, { title: `Version ${i}` })
    assert.equal((await alice.bearer.get(path)).body.title, `Version ${i}`)
  }
  crowded = false
  await Promise.all(crowd)
})
