import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { picture } from '../../server/test/support/posts/images.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { type Client, createClient, type UploadProgress } from '../src/client.ts'
import { collect } from './support/collect.ts'
import { failureOf } from './support/failure.ts'

let server: TestServer
let client: Client
before(async () => {
  server = await startTestServer()
  client = await author()
})
after(() => server.close())

const author = async () => createClient({ baseUrl: server.url, token: (await server.person()).token })
/** About 600 KB, because it is not compressed. */
const image = async () =>
  new File([new Uint8Array(await picture(500, 400).png({ compressionLevel: 0 }).toBuffer())], '表紙.png')

describe('posts', () => {
  it('a version that was read can be sent back exactly once', async () => {
    const { id } = await client.posts.create({ title: 'Draft', content: 'One.' })
    const { value, etag } = await client.posts.readVersion(id)
    const changed = await client.posts.changeVersion(id, { ...value, title: 'Two' }, { ifMatch: etag })
    assert.equal(changed.value.title, 'Two')
    assert.notEqual(changed.etag, etag)
    const late = await failureOf(client.posts.change(id, { title: 'Three' }, { ifMatch: etag }))
    assert.deepEqual([late.status, late.code], [412, 'PRECONDITION_FAILED'])
    assert.deepEqual(await client.posts.delete(id, { ifMatch: changed.etag }), { deleted: true })
  })

  it('a dry run returns a response and stores nothing', async () => {
    const { posts } = await author()
    const made = await posts.create({ title: 'Maybe', content: 'x' }, { dryRun: true })
    assert.equal(made.title, 'Maybe')
    assert.equal((await posts.list()).total, 0)
    const put = await posts.putByExternalId('maybe', { title: 'Maybe', content: 'x' }, { dryRun: true })
    assert.equal((await failureOf(posts.change(put.id, { title: 'No' }, { dryRun: true }))).code, 'NOT_FOUND')
    assert.equal((await posts.list()).total, 0)
  })

  it('an external id may contain any character', async () => {
    for (const name of ['notes/日本 語?#%.md', ':id', 'a+b&c', '...']) {
      const post = await client.posts.putByExternalId(name, { title: 'File', content: 'x' })
      assert.equal(post.external_id, name)
      assert.equal((await client.posts.putByExternalId(name, { title: 'File', content: 'y' })).id, post.id)
      assert.equal((await client.posts.readByExternalId(name)).id, post.id)
      const { posts } = await client.posts.list({ external_id: name })
      assert.deepEqual(
        posts.map(({ id }) => id),
        [post.id],
      )
      assert.deepEqual(await client.posts.deleteByExternalId(name), { deleted: true })
      assert.equal((await failureOf(client.posts.readByExternalId(name))).code, 'NOT_FOUND')
    }
  })

  it('a filter accepts booleans, and leaves out undefined values', async () => {
    const { posts } = await author()
    await posts.create({ title: 'Free', content: 'x' })
    assert.equal((await posts.list({ is_paid: true, status: undefined })).total, 0)
    assert.equal((await posts.list({ is_paid: 'false', status: 'draft' })).total, 1)
  })
})

describe('pages', () => {
  let posts: Client['posts']
  before(async () => {
    posts = (await author()).posts
    for (const title of ['a', 'b', 'c', 'd', 'e']) await posts.create({ title, content: 'x' })
  })
  const titles = async (items: AsyncIterable<{ title: string }>) =>
    (await collect(items)).map(({ title }) => title).join('')

  it('contain every item once, in order, for any page size', async () => {
    for (const limit of [1, 2, 5, 6, undefined]) assert.equal(await titles(posts.pages({ limit }).items()), 'edcba')
    assert.equal(await titles(posts.pages({ limit: 2, offset: 3 }).items()), 'ba')
    assert.equal(await titles(posts.pages({ status: 'published' }).items()), '')
  })

  it('are returned as the API sends them', async () => {
    const pages = (await collect(posts.pages({ limit: 2 }))).map(page => [page.posts.length, page.total])
    assert.deepEqual(pages, [
      [2, 5],
      [2, 5],
      [1, 5],
    ])
  })

  it('exist for the trash', async () => {
    const { posts, trash } = await author()
    for (const title of ['a', 'b', 'c']) await posts.delete((await posts.create({ title, content: 'x' })).id)
    assert.equal(await titles(trash.pages({ limit: 2 }).items()), 'cba')
  })

  it('are requested one by one: stopping early avoids further requests', async () => {
    let asked = 0
    const counting = createClient({
      baseUrl: server.url,
      fetch: (url, init) => {
        asked += 1
        return fetch(url, init)
      },
    })
    for await (const _ of counting.public.postPages({ limit: 1 }).items()) break
    assert.equal(asked, 1)
  })

  it('exist for comments and deliveries', async () => {
    const { id } = await client.posts.create({ title: 'Talk', content: 'x', status: 'published' })
    for (const content of ['one', 'two', 'three']) await client.reader.comment(id, { content })
    const contents = async (list: AsyncIterable<{ content: string }>) =>
      (await collect(list)).map(({ content }) => content)
    assert.deepEqual(await contents(client.reader.commentPages(id, { limit: 2 }).items()), ['three', 'two', 'one'])
    assert.deepEqual(await contents(client.public.commentPages(id, { limit: 2 }).items()), ['three', 'two', 'one'])
    const webhook = await client.webhooks.register({ url: 'https://example.com/', event_types: ['post.created'] })
    assert.deepEqual(await collect(client.webhooks.deliveryPages(webhook.id).items()), [])
  })
})

describe('uploads', () => {
  it('report their progress, the last time when everything is sent', async () => {
    const file = await image()
    const reports: UploadProgress[] = []
    const upload = await client.uploads.create(file, { onProgress: progress => reports.push(progress) })
    assert.deepEqual([upload.file_name, upload.mime_type], ['表紙.png', 'image/png'])
    const loaded = reports.map(({ loadedBytes }) => loadedBytes)
    assert.deepEqual(
      loaded,
      loaded.toSorted((a, b) => a - b),
    )
    assert.equal(loaded.at(-1), reports[0]?.totalBytes)
    assert.ok(loaded.at(-1)! > file.size)
  })

  it('work without progress, with another name, and as a thumbnail', async () => {
    const upload = await client.uploads.create(await image(), { fileName: 'cover.png' })
    assert.equal(upload.file_name, 'cover.png')
    const { id } = await client.posts.create({ title: 'With a picture', content: 'x' })
    const set = await client.posts.setThumbnail(id, await image(), { onProgress: () => {} })
    assert.equal(set.post.thumbnail_url, set.upload.url)
    assert.equal((await client.posts.removeThumbnail(id)).post.thumbnail_url, null)
  })

  it('with the same key are stored once', async () => {
    const once = { idempotencyKey: 'one file' }
    const file = await image()
    const { path } = await client.uploads.create(file, once)
    assert.equal((await client.uploads.create(file, { ...once, onProgress: () => {} })).path, path)
  })
})

describe('an error of the API', () => {
  it('has the status, the code, all invalid fields and the request id', async () => {
    const error = await failureOf(client.posts.create({ title: '', content: 'x', status: 'scheduled' }))
    assert.equal(error.status, 400)
    assert.equal(error.code, 'VALIDATION_ERROR')
    assert.deepEqual(error.fields.map(({ field, code }) => [field, code]).sort(), [
      ['scheduled_for', 'REQUIRED'],
      ['title', 'TOO_SHORT'],
    ])
    assert.equal(error.field('title')?.code, 'TOO_SHORT')
    assert.equal(error.field('content'), undefined)
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/)
    assert.ok(error.message.length > 0)
  })

  it('in the older format is an ApiError', async () => {
    const error = await failureOf(createClient({ baseUrl: server.url }).tokens.issueDefault())
    assert.equal(error.status, 401)
    assert.equal(error.code, 'HTTP_401')
    assert.deepEqual(error.fields, [])
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/)
    assert.doesNotMatch(error.message, /JSON/)
  })

  it('is the same without a token and with a wrong one', async () => {
    for (const token of [undefined, 'x'.repeat(64)]) {
      assert.equal((await failureOf(createClient({ baseUrl: server.url, token }).me.read())).code, 'UNAUTHORIZED')
    }
  })

  it('is returned even if it is sent before the body of an upload is complete', async () => {
    const nobody = createClient({ baseUrl: server.url })
    const file = new Blob([new Uint8Array(9_000_000)])
    for (const options of [{}, { onProgress: () => {} }]) {
      assert.equal((await failureOf(nobody.uploads.create(file, options))).code, 'UNAUTHORIZED')
    }
  })
})

describe('events', () => {
  it('are listed and streamed with their exact text, from the cursor on', async () => {
    const { posts, events } = await author()
    const { id } = await posts.create({ title: 'One', content: 'x' })
    const abort = new AbortController()
    const seen: string[] = []
    for await (const { cursor, body, event } of events.stream({}, { signal: abort.signal })) {
      seen.push(`${event.event} ${event.data.post.title}`)
      assert.equal(body, JSON.stringify(event))
      if (seen.length === 1) await posts.change(id, { title: 'Two' })
      if (seen.length < 2) continue
      assert.deepEqual((await events.list({ after: cursor })).events, [])
      break
    }
    assert.deepEqual(seen, ['post.created One', 'post.updated Two'])
  })

  it('go on after an interruption, and end with an error that does not go away', async () => {
    const { token } = await server.person()
    const baseUrl = server.url
    const { posts } = createClient({ baseUrl, token })
    let connections = 0
    const interrupted = createClient({
      baseUrl,
      token: () => (connections < 3 ? token : 'revoked'),
      clock: { now: Date.now, random: () => 0, sleep: async () => {} },
      fetch: async (address, init) => {
        connections++
        if (connections === 1) throw new TypeError('fetch failed')
        if (connections === 2) return new Response('busy', { status: 503 })
        const response = await fetch(address, init)
        if (!response.ok) return response
        // Broken off in the middle of the second event.
        let text = ''
        for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
          text += chunk
          if (text.split('data: ').length > 2) break
        }
        return new Response(text.slice(0, -10), { headers: { 'content-type': 'text/event-stream' } })
      },
    })
    await posts.create({ title: 'One', content: 'x', status: 'published' })
    const stream = interrupted.events.stream()[Symbol.asyncIterator]()
    assert.equal((await stream.next()).value?.event.event, 'post.created')
    assert.equal((await failureOf(stream.next())).code, 'UNAUTHORIZED')
    assert.equal(connections, 4)
  })

  it('fail if there is no token, or if the response is not a stream, instead of trying forever', async () => {
    const { token } = await server.person()
    const baseUrl = server.url
    const clock = { now: Date.now, random: () => 0, sleep: () => Promise.reject(new Error('it would try again')) }
    const locked = createClient({ baseUrl, clock, token: () => Promise.reject(new Error('the keychain is locked')) })
    await assert.rejects(collect(locked.events.stream()), /the keychain is locked/)
    const behindProxy = createClient({
      baseUrl,
      clock,
      token,
      fetch: (address, init) => {
        const headers = new Headers(init.headers)
        headers.delete('accept')
        return fetch(address, { ...init, headers })
      },
    })
    const { code, message } = await failureOf(collect(behindProxy.events.stream()))
    assert.equal(code, 'HTTP_200')
    assert.match(message, /did not respond with a stream/)
  })

  it('are requested with the headers that onRequest sets', async () => {
    const { token } = await server.person()
    const { posts, events } = createClient({
      baseUrl: server.url,
      onRequest: ({ operation, headers }) => {
        headers.set('authorization', `Bearer ${token}`)
        headers.set('x-request-id', operation)
      },
    })
    await posts.create({ title: 'One', content: 'x' })
    for await (const { event } of events.stream()) {
      assert.equal(event.event, 'post.created')
      break
    }
  })
})
