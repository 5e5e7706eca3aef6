/** Posts that the public cannot read, on every address of the site and the API that can be read. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CreatedPost } from '@galley/client'
import type { Client } from '../../../server/test/support/client.ts'
import { changePost, later } from '../../../server/test/support/posts/posts.ts'
import { ownSalon, publish } from '../../../server/test/support/posts/public.ts'
import { indexChanges } from '../../../server/test/support/posts/search.ts'
import { createSeries, entryOf } from '../../../server/test/support/posts/series.ts'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'
import { refreshRankings } from '../../../server/test/support/use-cases.ts'
import { readableAddresses } from '../support/readable-addresses.ts'
import { startWebServer } from '../support/web-server.ts'

const SEARCH = ['/search?q=SECRET', '/search?q=SECRET&sort=latest', '/search?q=OPEN', '/search?q=tag:secrettag']
const LISTS = ['/?sort=popular', '/?sort=trending', '/tags/open?sort=popular', '/@writer?sort=trending']

let server: TestServer
let author: Person
let admin: Person
let reader: Person
let salonId: string
/** By the way in which it was hidden. */
const hidden: Record<string, CreatedPost> = {}
let addresses: string[]
/** Those that name a hidden post. */
let ownAddresses: string[]
let isHidden = false

/** How a post that was public, read and liked is taken from the public. */
const WAYS: Record<string, (post: CreatedPost) => Promise<unknown>> = {
  draft: ({ id }) => changePost(author.bearer, id, { status: 'draft' }),
  scheduled: ({ id }) => changePost(author.bearer, id, { status: 'scheduled', scheduled_for: later() }),
  archived: ({ id }) => changePost(author.bearer, id, { status: 'archived' }),
  deleted: async ({ id }) => assert.equal((await author.bearer.delete(`/api/v1/posts/${id}`)).status, 200),
  unlisted: ({ id }) => changePost(author.bearer, id, { visibility: 'unlisted' }),
  salon: ({ id }) => changePost(author.bearer, id, { salon_id: salonId, salon_only: true }),
  moderated: async ({ id }) =>
    assert.equal((await admin.session.post(`/api/v1/admin/posts/${id}/hide`, { reason: 'Spam.' })).status, 200),
}

before(async () => {
  server = await startWebServer({ env: { RATE_LIMIT_SEARCHES: '0' } })
  author = await server.person({ plan: 'pro_plus', username: 'writer' })
  admin = await server.person({ role: 'admin' })
  reader = await server.person({ plan: 'pro_plus' })
  salonId = await ownSalon(server, author)
  const series = await createSeries(author.bearer, { title: 'Part by part' })
  const shared = { tags: ['open'], category: 'programming' }
  const open = await publish(author.bearer, {
    title: 'OPEN post',
    content: 'OPEN words',
    ...shared,
    ...entryOf(series, 1),
  })
  let position = 2
  for (const way of Object.keys(WAYS)) {
    const words = `SECRET ${way}`
    hidden[way] = await publish(author.bearer, {
      title: `${words} title`,
      subtitle: `${words} subtitle`,
      content: `${words} text, OPEN words`,
      meta_description: `${words} description`,
      seo_title: `${words} for engines`,
      ...shared,
      tags: ['open', 'secrettag'],
      ...entryOf(series, position++),
    })
  }
  await publish(author.bearer, { title: 'OPEN too', content: 'OPEN words', ...shared, ...entryOf(series, position) })
  for (const { id } of [open, ...Object.values(hidden)]) {
    await reader.session.put(`/api/v1/reader/posts/${id}/like`)
    await reader.session.put(`/api/v1/reader/posts/${id}/save`)
  }
  await reader.session.put('/api/v1/reader/users/writer/follow')
  await refreshRankings(server.context)
  await indexChanges(server)
  const values = { username: ['writer'], tag: ['open'], value: ['programming'], page: ['1.xml'] }
  const addressesOf = ({ id, slug }: CreatedPost, more: Record<string, string[]> = {}) =>
    readableAddresses('SECRET', { ...values, id: [id, `@writer%2F${slug}`], slug: [slug], ...more })
  const types = ['trending', 'weekly', 'monthly', 'saved']
  addresses = [...addressesOf(open, { type: types, slug: [open.slug, series.slug] }), ...SEARCH, ...LISTS]
  ownAddresses = Object.values(hidden).flatMap(post =>
    addressesOf(post).filter(address => address.includes(post.id) || address.includes(post.slug)),
  )
})
after(() => server.close())

/** Who has the link of an unlisted post may save it. */
const OWN_LISTS = /\/(saved|liked)$/

/** What is shown of hidden posts at an address, except what the address itself says. */
async function namesIn(client: Client, address: string): Promise<string[]> {
  const { body } = await client.get(address)
  // Without the marks of found words.
  const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(/<\/?mark>/g, '')
  return Object.entries(hidden).flatMap(([way, { id, slug }]) => {
    const namesItself = address.includes(id) || address.includes(slug)
    if (way === 'unlisted' && (namesItself || (isHidden && OWN_LISTS.test(address)))) return []
    return [`SECRET ${way}`, ...(namesItself ? [] : [id, slug])].filter(name => text.includes(name))
  })
}

/** Of the public and of a reader who has liked and saved all of them. */
async function shownNames(asked = addresses): Promise<string[]> {
  const shown: string[] = []
  for (const [who, client] of Object.entries({ anonymous: server.anyone, reader: reader.session })) {
    for (const address of asked) {
      for (const name of await namesIn(client, address)) shown.push(`${who}: ${address}: ${name}`)
    }
  }
  return shown
}

describe('a post that is not public any more', () => {
  it('was shown beside others, and is at once on no page, in no feed and in no response of the API', async () => {
    const before = await shownNames()
    for (const page of [
      '/',
      '/search?q=SECRET',
      '/feed.xml',
      '/ranking/trending',
      '/@writer',
      '/tags/open',
      '/saved',
    ]) {
      assert.ok(
        before.some(shown => shown.includes(`: ${page}: `)),
        page,
      )
    }
    for (const [way, hide] of Object.entries(WAYS)) await hide(hidden[way] as CreatedPost)
    isHidden = true
    assert.deepEqual(await shownNames(), [])
    await refreshRankings(server.context)
    await indexChanges(server)
    assert.deepEqual(await shownNames(), [])
  })

  it('has no text at its own address, and no other hidden post is there, unless it is unlisted', async () => {
    assert.ok(ownAddresses.length > 100)
    assert.deepEqual(await shownNames(ownAddresses), [])
    const { status, body } = await server.anyone.get(`/@writer/${hidden['unlisted']?.slug}`)
    assert.deepEqual([status, String(body).includes('SECRET unlisted text')], [200, true])
  })

  it('is named by no tool of an assistant', async () => {
    for (const [name, args] of [
      ['search_public', { q: 'SECRET' }],
      ['find_posts', { q: 'SECRET' }],
      ...Object.values(hidden).flatMap(
        ({ id }) =>
          [
            ['read_post', { id }],
            ['preview_post', { id }],
          ] as const,
      ),
    ] as const) {
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
      const headers = { accept: 'application/json, text/event-stream' }
      const { status, body } = await reader.bearer.post('/mcp', call, { headers })
      assert.equal(status, 200, name)
      assert.doesNotMatch(JSON.stringify(body), /SECRET \w+ (title|text)/, `${name} ${JSON.stringify(args)}`)
    }
  })
})
