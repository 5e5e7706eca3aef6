import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { eventually } from '../../server/test/support/eventually.ts'
import { picture } from '../../server/test/support/posts/images.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../server/test/support/receiver.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { type Client, createClient } from '../src/client.ts'
import { BROWSER_TYPES, type Consumer, createConsumer, NODE_TYPES } from './support/consumer.ts'
import { codeOf, examples, readme } from './support/readme-examples.ts'

let consumer: Consumer
let server: TestServer
let receiver: Receiver
before(async () => {
  ;[consumer, receiver, server] = await Promise.all([
    createConsumer(),
    startReceiver(),
    startTestServer({ env: RECEIVER_ENV, dispatcher: true }),
  ])
  await consumer.write('cover.png', await picture(600, 400).png({ compressionLevel: 0 }).toBuffer())
})
after(async () => {
  await server.close()
  await receiver.close()
  await consumer.remove()
})

interface Outcome {
  /** The printed lines. */
  readonly out: readonly string[]
  /** Of the author whose token the example has. */
  readonly client: Client
}

/** Runs an example in a process of its own, in the folder of the project. */
async function runAlone(heading: string): Promise<Outcome> {
  const { token } = await server.person()
  const file = await consumer.write(`${heading}.ts`, codeOf(heading, server.url))
  const printed = await consumer.run(file, { GALLEY_TOKEN: token })
  return { out: printed.trimEnd().split('\n'), client: createClient({ baseUrl: server.url, token }) }
}

/** Runs an example in this process, which is faster. */
async function run({ mock }: TestContext, heading: string, prepare = async (_client: Client) => {}): Promise<Outcome> {
  const { token } = await server.person()
  const client = createClient({ baseUrl: server.url, token })
  await prepare(client)
  const log = mock.method(console, 'log', () => {})
  process.env['GALLEY_TOKEN'] = token
  await load(heading)
  return { out: log.mock.calls.flatMap(call => format(...call.arguments).split('\n')), client }
}

afterEach(() => {
  delete process.env['GALLEY_TOKEN']
  delete process.env['GALLEY_WEBHOOK_SECRET']
})

async function load(heading: string) {
  return import(pathToFileURL(await consumer.write(`${heading}.ts`, codeOf(heading, server.url))).href)
}

describe('the examples of the README', () => {
  it('compile', async () => {
    const files = await Promise.all(
      Array.from(examples.values(), async ({ code, isForBrowsers }, index) => ({
        isForBrowsers,
        path: await consumer.write(`example-${index}.ts`, code),
      })),
    )
    const pathsOf = (browsers: boolean) => files.filter(file => file.isForBrowsers === browsers).map(file => file.path)
    assert.equal(await consumer.check(pathsOf(false), NODE_TYPES), '')
    assert.equal(await consumer.check(pathsOf(true), BROWSER_TYPES), '')
  })

  it('Create a post', async test => {
    const { out, client } = await run(test, 'Create a post')
    const { posts } = await client.posts.list({ status: 'published' })
    assert.deepEqual([posts[0]?.title, posts[0]?.tags], ['Hello', ['announcements']])
    assert.deepEqual(out, [`${posts[0]?.slug} ${posts[0]?.published_at}`])
  })

  it('Schedule a post', async test => {
    const { out, client } = await run(test, 'Schedule a post')
    assert.deepEqual(out, ['draft'])
    assert.equal((await client.posts.list()).posts[0]?.title, 'Tomorrow')
  })

  it('Push files', async test => {
    const { out, client } = await run(test, 'Push files', client =>
      client.posts.putByExternalId('notes/first.md', { title: 'Old', content: 'Old.' }).then(() => {}),
    )
    assert.match(out.join('\n'), /^notes\/first\.md old-\w+\nnotes\/second\.md notes-second-md-\w+$/)
    assert.equal((await client.posts.list()).total, 2)
  })

  it('Upload an image', async () => {
    const { out, client } = await runAlone('Upload an image')
    assert.ok(out.length > 5)
    assert.equal(out.at(-1), '100 %')
    const [item] = (await client.posts.list()).posts
    const post = await client.posts.read(item!.id)
    assert.match(post.cover_image_url ?? '', /\/media\/posts\/.+\.png$/)
    assert.match(post.thumbnail_url ?? '', /thumbnail-/)
  })

  it('Walk through a list', async test => {
    const { out } = await run(test, 'Walk through a list', async client => {
      for (const title of ['a', 'b', 'c']) await client.posts.create({ title, content: 'x' })
    })
    assert.deepEqual(out, ['c', 'b', 'a', '2 of 3', '1 of 3'])
  })

  it('When it fails', async test => {
    const { out } = await run(test, 'When it fails')
    assert.match(out[0]!, /^POST http.+\/api\/v1\/posts 400 VALIDATION_ERROR [0-9a-f-]{36}$/)
    assert.deepEqual(
      out.slice(1, 3).map(line => line.split(' ').slice(0, 2)),
      [
        ['title', 'TOO_SHORT'],
        ['tags.1', 'TOO_SHORT'],
      ],
    )
    assert.equal(out[3], 'A title, please.')
  })

  it('Change what you have read', async test => {
    const { out, client } = await run(test, 'Change what you have read')
    assert.deepEqual(out, ['Read it again first.'])
    const [item] = (await client.posts.list()).posts
    assert.equal((await client.posts.read(item!.id)).content, 'Meanwhile, from elsewhere.')
  })

  it('See the whole response', async test => {
    const { out } = await run(test, 'See the whole response')
    assert.match(out[0]!, /^hello-\w+ 201 [0-9a-f-]{36}$/)
    assert.match(out[1]!, /^"[^"]+" application\/json/)
  })

  it('Tokens that change', async () => {
    const { account, token } = await server.person()
    await consumer.write('token.txt', `${token}\n`)
    assert.deepEqual((await runAlone('Tokens that change')).out, [account.username])
  })

  it('Watch requests', async test => {
    const { out } = await run(test, 'Watch requests')
    assert.deepEqual(out, ['GET listPosts 1 200 done', 'GET readPost 1 404 done'])
  })

  it('Receive webhooks', async test => {
    const client = createClient({ baseUrl: server.url, token: (await server.person()).token })
    const { id, secret } = await client.webhooks.register({ url: receiver.url, event_types: ['post.created'] })
    await client.webhooks.test(id)
    const { body, headers } = await eventually(() => receiver.received[0] ?? assert.fail('nothing has come'))

    // Calls the handler with the exact bytes and headers that Galley sent.
    process.env['GALLEY_WEBHOOK_SECRET'] = secret
    const { handle } = await load('Receive webhooks')
    const sent = (text: string) =>
      new Request('https://example.com/hook', {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: text,
      })
    const log = test.mock.method(console, 'log', () => {})
    assert.equal((await handle(sent(body))).status, 200)
    assert.deepEqual(log.mock.calls[0]?.arguments, ['hello from', id])
    const rejected: Response = await handle(sent(`${body} `))
    assert.equal(rejected.status, 400)
    assert.match(await rejected.text(), /signature/)
  })
})

it('the README names every method, and tests run all of its examples, here or in readme.browser.test.ts', () => {
  const client = createClient({ baseUrl: '' })
  for (const [group, methods] of Object.entries(client)) {
    const row =
      readme.split('\n').find(line => line.startsWith(`| \`${group}\``)) ??
      assert.fail(`the README has no row of ${group}`)
    const named = Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name)
    assert.deepEqual(named, [group, ...Object.keys(methods)], 'the row (+) must name all methods (-)')
  }
  assert.equal(examples.size, readme.match(/^```ts/gm)?.length)
  assert.equal(examples.size, 12)
})
