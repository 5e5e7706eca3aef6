import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changePost, createPost, POSTS } from '../../support/posts/posts.ts'
import { publish } from '../../support/posts/public.ts'
import { indexChanges } from '../../support/posts/search.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let author: Person
before(async () => {
  server = await startTestServer()
  author = await server.person({ plan: 'pro_plus' })
  const other = await server.person()
  await createPost(author.bearer, { title: '下書き', content: 'ownword 自分の言葉' })
  const paid = { is_paid: true, price_jpy: 100 }
  await publish(author.bearer, { title: 'Paid', content: 'free <!-- paywall --> ownword', ...paid })
  await publish(author.bearer, { title: 'Public', content: 'something else', tags: ['ownword'] })
  const gone = await publish(author.bearer, { title: 'Deleted', content: 'ownword' })
  await author.bearer.delete(`${POSTS}/${gone.id}`)
  await publish(other.bearer, { title: 'Of somebody else', content: 'ownword' })
  await indexChanges(server)
})
after(() => server.close())

async function list(query: string): Promise<{ titles: string[]; total: number }> {
  const { status, body } = await author.bearer.get(`${POSTS}?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return { titles: body.posts.map((post: { title: string }) => post.title), total: body.total }
}

describe('GET /posts?q=', () => {
  it('searches drafts and paid parts, newest first, and only own posts', async () => {
    assert.deepEqual(await list('q=ownword'), { titles: ['Public', 'Paid', '下書き'], total: 3 })
    assert.deepEqual((await list(`q=${encodeURIComponent('自分の言葉')}`)).titles, ['下書き'])
    assert.deepEqual((await list('q=ownword+-free')).titles, ['Public', '下書き'])
    assert.deepEqual((await list(`q=ownword+author:${author.account.username}`)).total, 3)
    assert.deepEqual((await list('q=ownword+author:nobody')).titles, [])
  })

  it('combines with the filters and pages of the list', async () => {
    assert.deepEqual(await list('q=ownword&status=draft'), { titles: ['下書き'], total: 1 })
    assert.deepEqual(await list('q=ownword&limit=1&offset=1'), { titles: ['Paid'], total: 3 })
    assert.deepEqual(await list('q=nosuchword'), { titles: [], total: 0 })
  })

  it('finds a post of which everything is free again', async () => {
    const { id } = await publish(author.bearer, { title: 'Was paid', content: 'x', is_paid: true, price_jpy: 100 })
    await changePost(author.bearer, id, { is_paid: false, content: 'waspaidword' })
    await indexChanges(server)
    assert.deepEqual((await list('q=waspaidword')).titles, ['Was paid'])
  })
})
