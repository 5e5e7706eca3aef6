import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { changePost, createPost, later } from '../../support/posts/posts.ts'
import { ownSalon, PUBLIC, publish, setSuspended } from '../../support/posts/public.ts'
import { indexChanges, search, titles } from '../../support/posts/search.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let author: Person
let suspended: Person
before(async () => {
  server = await startTestServer()
  author = await server.person({ plan: 'pro_plus', username: 'private_author' })
  suspended = await server.person({ plan: 'pro_plus', username: 'suspended_author' })
  const { bearer } = author
  const paid = { is_paid: true, price_jpy: 100 }
  const salon_id = await ownSalon(server, author)
  await publish(bearer, { title: 'Paid in part', content: 'openword <!-- paywall --> hiddenword 秘密', ...paid })
  await publish(bearer, { title: 'Paid as a whole', content: 'hiddenword 秘密', ...paid })
  await createPost(bearer, { title: 'A draft hiddenword', content: '秘密', tags: ['hiddentag'] })
  await createPost(bearer, { title: 'Later hiddenword', content: '秘密', status: 'scheduled', scheduled_for: later() })
  await publish(bearer, { title: 'Unlisted hiddenword', content: '秘密', visibility: 'unlisted', tags: ['hiddentag'] })
  await publish(bearer, { title: 'For the salon hiddenword', content: '秘密', salon_id, salon_only: true })
  const archived = await publish(bearer, { title: 'Archived hiddenword', content: '秘密' })
  await changePost(bearer, archived.id, { status: 'archived' })
  const deleted = await publish(bearer, { title: 'Deleted hiddenword', content: '秘密' })
  await bearer.delete(`/api/v1/posts/${deleted.id}`)
  await publish(suspended.bearer, { title: 'Suspended hiddenword', content: '秘密', tags: ['hiddentag'] })
  await setSuspended(server, suspended, true)
  await publish(bearer, { title: 'A comment <!-- -->', content: 'seen <!-- hiddenword 秘密 --> text' })
  await indexChanges(server)
})
after(() => server.close())

describe('what the public cannot read', () => {
  const QUERIES = ['hiddenword', '秘密', '"hiddenword 秘密"', '秘', 'hiddenword author:private_author', 'tag:hiddentag']
  for (const q of QUERIES) {
    it(`is not found by ${q}`, async () => {
      assert.deepEqual(await search(server, q), { posts: [], total: 0, total_is_exact: true })
    })
  }

  it('does not count for an exclusion or a filter', async () => {
    assert.deepEqual(titles(await search(server, 'openword -hiddenword')), ['Paid in part'])
    assert.equal((await search(server, 'hiddenword', { author: 'suspended_author' })).total, 0)
    assert.equal((await search(server, '秘密', { tag: 'hiddentag' })).total, 0)
  })

  it('is in no highlight of the free part', async () => {
    const found = await search(server, 'openword')
    assert.deepEqual(titles(found), ['Paid in part'])
    assert.doesNotMatch(JSON.stringify(found), /hiddenword|秘密/)
  })
})

describe('suggestions', () => {
  const suggest = async (q: string) => {
    const { status, body } = await server.anyone.get(`${PUBLIC}/search/suggestions?q=${encodeURIComponent(q)}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  it('are tags and authors of public posts, in any spelling', async () => {
    await publish(author.bearer, { title: 'Tagged', content: 'x', tags: ['Suggested', '提案'] })
    assert.deepEqual((await suggest('SUGG')).tags, [{ tag: 'Suggested', post_count: 1 }])
    assert.deepEqual((await suggest('#提')).tags, [{ tag: '提案', post_count: 1 }])
    const [found] = (await suggest('@Private_')).authors
    assert.deepEqual([found.username, found.display_name], ['private_author', 'private_author'])
  })

  it('never name what the public cannot read', async () => {
    for (const q of ['hidden', 'suspended', '%', '_', 'zzz', '\u{10ffff}']) {
      assert.deepEqual(await suggest(q), { tags: [], authors: [] }, q)
    }
  })
})

describe('a post that leaves the public', () => {
  const CHANGES: Record<string, Record<string, unknown>> = {
    'becomes a draft': { status: 'draft' },
    'becomes unlisted': { visibility: 'unlisted' },
    'becomes paid': { is_paid: true, price_jpy: 100 },
    'moves the word behind the marker': { content: 'free <!-- paywall --> leavingword', is_paid: true, price_jpy: 100 },
    'loses the word': { content: 'other' },
  }
  for (const [how, change] of Object.entries(CHANGES)) {
    it(`is not found at once when it ${how}, before it is indexed again`, async () => {
      const { id } = await publish(author.bearer, { title: 'Leaving', content: 'leavingword' })
      await indexChanges(server)
      assert.equal((await search(server, 'leavingword')).total, 1)
      await changePost(author.bearer, id, change)
      assert.equal((await search(server, 'leavingword')).total, 0)
      await indexChanges(server)
      assert.equal((await search(server, 'leavingword')).total, 0)
    })
  }

  it('comes back with its author', async () => {
    await setSuspended(server, suspended, false)
    assert.deepEqual(titles(await search(server, 'hiddenword')), ['Suspended hiddenword'])
    await setSuspended(server, suspended, true)
    assert.equal((await search(server, 'hiddenword')).total, 0)
  })

  it('is found as soon as it is published, without being indexed again', async () => {
    const { id } = await createPost(author.bearer, { title: 'Waiting', content: 'waitingword' })
    await indexChanges(server)
    await changePost(author.bearer, id, { status: 'published' })
    assert.equal((await search(server, 'waitingword')).total, 1)
  })
})
