/** The benchmark compares the server with a hand-written one. That is fair only if both return the same fields. */
import { after, before, describe, it } from 'node:test'
import { RECEIVER_ENV } from '@galley/server/testing/receiver'
import { startTestServer, type TestServer } from '@galley/server/testing/test-server'
import { type Author, makeAuthor } from '../server/authors.ts'
import { type Receiver, startReceiver } from '../server/receiver.ts'
import { article } from './bench-setup.ts'
import { compareAnswers, readRows, writeRows } from './database-rows.ts'
import { startHandwritten } from './floors/handwritten.ts'

let server: TestServer
let floor: { url: string; close(): void }
let receiver: Receiver
let author: Author
let posts: { id: string; slug: string }[]

before(async () => {
  server = await startTestServer({ env: RECEIVER_ENV })
  receiver = await startReceiver()
  author = await makeAuthor(server.context)
  const create = { method: 'POST', headers: author.headers, body: article('published') }
  const answer = await fetch(`${server.url}/api/v1/posts`, create)
  posts = [(await answer.json()) as { id: string; slug: string }]
  floor = await startHandwritten(server.context.db, server.database.connection, author.id)
})
after(async () => {
  floor.close()
  receiver.close()
  await server.close()
})

describe('the hand-written server returns the same fields as Galley', () => {
  for (const { name, requestsOf } of [...readRows, ...writeRows]) {
    it(name, async () => {
      const requests = await requestsOf({ author, posts, receiver, context: server.context })
      await compareAnswers([server.url, floor.url], requests)
    })
  }
})
