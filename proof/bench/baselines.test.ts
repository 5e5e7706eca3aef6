/** The benchmark compares the server with a hand-written one. That is fair only if both return the same. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { RECEIVER_ENV } from '@galley/server/testing/receiver'
import { startTestServer, type TestServer } from '@galley/server/testing/test-server'
import { type Author, article, makeAuthor } from '../support/installation.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startHandwritten } from './baselines/handwritten.ts'
import { compareAnswers, readRows, writeRows } from './database-rows.ts'

let server: TestServer
let baselineServer: { url: string; close(): void }
let receiver: Receiver
let author: Author
let posts: { id: string; slug: string }[]

before(async () => {
  server = await startTestServer({ env: RECEIVER_ENV })
  receiver = await startReceiver()
  author = await makeAuthor(server.context)
  const create = { method: 'POST', headers: author.headers, body: article('published') }
  const answers = Array.from({ length: 5 }, () => fetch(`${server.url}/api/v1/posts`, create))
  posts = await Promise.all(answers.map(async answer => (await answer).json() as Promise<(typeof posts)[number]>))
  baselineServer = await startHandwritten(server.context.db, server.database.connection, author.id)
})
after(async () => {
  baselineServer.close()
  receiver.close()
  await server.close()
})

describe('the hand-written server returns the same fields as Galley', () => {
  for (const { name, requestsOf } of [...readRows, ...writeRows]) {
    it(name, async () => {
      const requests = await requestsOf({ author, posts, receiver, context: server.context })
      await compareAnswers([server.url, baselineServer.url], requests)
    })
  }
})

it('the hand-written page of an article has its text, the reader and four other articles', async () => {
  const reader = await server.person()
  const headers = { cookie: reader.session.cookie ?? '' }
  const pageOf = async (url: string) =>
    (await fetch(`${url}/@${author.username}/${posts[0]?.slug}`, { headers })).text()
  const ours = await pageOf(server.url)
  const baseline = await pageOf(baselineServer.url)
  for (const page of [ours, baseline]) {
    assert.match(page, /<p>(Words and more words\. ){199}Words and more words\.<\/p>/)
    assert.ok(page.includes(reader.account.display_name))
  }
  for (const { slug } of posts.slice(1)) assert.ok(baseline.includes(`/@${author.username}/${slug}`))
})
