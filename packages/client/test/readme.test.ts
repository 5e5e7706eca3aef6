import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { eventually } from '../../server/test/support/eventually.ts'
import { picture } from '../../server/test/support/posts/images.ts'
import { RECEIVER_ENV, type Receiver, startReceiver } from '../../server/test/support/receiver.ts'
import { startTestServer, type TestServer } from '../../server/test/support/test-server.ts'
import { launchChromium } from '../../web/test/support/chromium.ts'
import { type Client, createClient } from '../src/client.ts'
import { BROWSER_TYPES, type Consumer, createConsumer, NODE_TYPES } from './support/consumer.ts'

const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
const HOST = 'https://galley.example'

interface Example {
  readonly code: string
  readonly isForBrowsers: boolean
}

/** The examples of the README by their headings. */
const examples = new Map(
  readme.split(/^## /m).flatMap((section): [string, Example][] => {
    const [, kind = '', code] = /^```ts( browser)?\n([\s\S]+?)^```/m.exec(section) ?? []
    return code === undefined ? [] : [[section.split('\n')[0]!, { code, isForBrowsers: kind !== '' }]]
  }),
)

let consumer: Consumer
let server: TestServer
let receiver: Receiver
/** The origin of the page in the browser, which differs from the API's. */
const pages = createServer()
before(async () => {
  await new Promise<void>(resolve => pages.listen(0, '127.0.0.1', resolve))
  const env = { ...RECEIVER_ENV, ALLOWED_ORIGINS: originOf(pages) }
  ;[consumer, receiver, server] = await Promise.all([
    createConsumer(),
    startReceiver(),
    startTestServer({ env, dispatcher: true }),
  ])
  await consumer.write('cover.png', await picture(600, 400).png({ compressionLevel: 0 }).toBuffer())
})
after(async () => {
  pages.close()
  await server.close()
  await receiver.close()
  await consumer.remove()
})

const originOf = (of: Server) => `http://127.0.0.1:${(of.address() as AddressInfo).port}`
const codeOf = (heading: string) => (examples.get(heading)?.code ?? assert.fail(heading)).replaceAll(HOST, server.url)

/** Runs an example with the token of a new author, and returns its output. */
async function run(
  heading: string,
  prepare = async (_client: Client) => {},
): Promise<{ out: string[]; client: Client }> {
  const { token } = await server.person()
  const client = createClient({ baseUrl: server.url, token })
  await prepare(client)
  const file = await consumer.write('example.ts', codeOf(heading))
  const printed = await consumer.run(file, { GALLEY_TOKEN: token })
  return { out: printed.trimEnd().split('\n'), client }
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

  it('Create a post', async () => {
    const { out, client } = await run('Create a post')
    const { posts } = await client.posts.list({ status: 'published' })
    assert.deepEqual([posts[0]?.title, posts[0]?.tags], ['Hello', ['announcements']])
    assert.deepEqual(out, [`${posts[0]?.slug} ${posts[0]?.published_at}`])
  })

  it('Schedule a post', async () => {
    const { out, client } = await run('Schedule a post')
    assert.deepEqual(out, ['draft'])
    assert.equal((await client.posts.list()).posts[0]?.title, 'Tomorrow')
  })

  it('Push files', async () => {
    const { out, client } = await run('Push files', client =>
      client.posts.putByExternalId('notes/first.md', { title: 'Old', content: 'Old.' }).then(() => {}),
    )
    assert.match(out.join('\n'), /^notes\/first\.md old-\w+\nnotes\/second\.md notes-second-md-\w+$/)
    assert.equal((await client.posts.list()).total, 2)
  })

  it('Upload an image', async () => {
    const { out, client } = await run('Upload an image')
    assert.ok(out.length > 5)
    assert.equal(out.at(-1), '100 %')
    const [item] = (await client.posts.list()).posts
    const post = await client.posts.read(item!.id)
    assert.match(post.cover_image_url ?? '', /\/media\/posts\/.+\.png$/)
    assert.match(post.thumbnail_url ?? '', /thumbnail-/)
  })

  it('Walk through a list', async () => {
    const { out } = await run('Walk through a list', async client => {
      for (const title of ['a', 'b', 'c']) await client.posts.create({ title, content: 'x' })
    })
    assert.deepEqual(out, ['c', 'b', 'a', '2 of 3', '1 of 3'])
  })

  it('When it fails', async () => {
    const { out } = await run('When it fails')
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

  it('Change what you have read', async () => {
    const { out, client } = await run('Change what you have read')
    assert.deepEqual(out, ['Read it again first.'])
    const [item] = (await client.posts.list()).posts
    assert.equal((await client.posts.read(item!.id)).content, 'Meanwhile, from elsewhere.')
  })

  it('See the whole answer', async () => {
    const { out } = await run('See the whole answer')
    assert.match(out[0]!, /^hello-\w+ 201 [0-9a-f-]{36}$/)
    assert.match(out[1]!, /^"[^"]+" application\/json/)
  })

  it('Tokens that change', async () => {
    const { account, token } = await server.person()
    await consumer.write('token.txt', `${token}\n`)
    const file = await consumer.write('example.ts', codeOf('Tokens that change'))
    assert.equal(await consumer.run(file), `${account.username}\n`)
  })

  it('Watch requests', async () => {
    const { out } = await run('Watch requests')
    assert.deepEqual(out, ['GET listPosts 1 200 done', 'GET readPost 1 404 done'])
  })

  it('Receive webhooks', async test => {
    const client = createClient({ baseUrl: server.url, token: (await server.person()).token })
    const { id, secret } = await client.webhooks.register({ url: receiver.url, event_types: ['post.created'] })
    await client.webhooks.test(id)
    const { body, headers } = await eventually(() => receiver.received[0] ?? assert.fail('nothing has come'))

    // Calls the handler with the exact bytes and headers that Galley sent.
    await consumer.write('handler.ts', codeOf('Receive webhooks'))
    const { handle } = await import(pathToFileURL(join(consumer.folder, 'handler.ts')).href)
    const sent = (text: string) =>
      new Request('https://example.com/hook', {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: text,
      })
    process.env['GALLEY_WEBHOOK_SECRET'] = secret
    const log = test.mock.method(console, 'log', () => {})
    assert.equal((await handle(sent(body))).status, 200)
    assert.deepEqual(log.mock.calls[0]?.arguments, ['hello from', id])
    const refused: Response = await handle(sent(`${body} `))
    assert.equal(refused.status, 400)
    assert.match(await refused.text(), /signature/)
  })

  it('In the browser', async () => {
    const { account, password } = await server.person()
    const example = await consumer.write('browser.ts', codeOf('In the browser'))
    assert.equal(await consumer.check([example], { ...BROWSER_TYPES, noEmit: false, outDir: consumer.folder }), '')
    serve(pages, consumer)
    const browser = await launchChromium()
    try {
      const page = await browser.newPage()
      const agents: string[] = []
      page.on('request', request => agents.push(request.headers()['user-agent'] ?? ''))
      await page.goto(originOf(pages))
      const logIn = (secret: string) =>
        page.evaluate(
          ([login, secret]) => import('/browser.js' as string).then(example => example.logIn(login, secret)),
          [account.username, secret] as const,
        )
      assert.equal(await logIn('wrong password'), 'That is not your password.')
      assert.equal(await logIn(password), `Welcome, ${account.display_name}.`)

      const { url, values } = await page.evaluate<{ url: string; values: number[] }>(UPLOAD)
      assert.match(url, /\/media\/posts\/.+\.png$/)
      assert.ok(values.length > 0)
      assert.equal(values.at(-1), 1)
      const failures = await page.evaluate<unknown[]>(FAILING_UPLOADS.replace('BASE_URL', server.url))
      assert.deepEqual(failures, ['UNSUPPORTED_TYPE', 'enough', 'ConnectionError'])
      // The browser's own user agent, without a preflight for a custom one.
      assert.ok(agents.every(agent => agent.startsWith('Mozilla/')))
    } finally {
      await browser.close()
    }
  })
})

/** Serves a page with an import map, the files of the project, and the package. */
function serve(pages: Server, { folder, installed }: Consumer): void {
  const imports = JSON.stringify({ imports: { '@galley/client': '/lib/client.js' } })
  const page = `<link rel="icon" href="data:,"><script type="importmap">${imports}</script><progress></progress>`
  pages.on('request', async ({ url = '' }, response) => {
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
    response.end(url === '/' ? page : await readFile(join(url.startsWith('/lib/') ? installed : folder, url)))
  })
}

/** Runs in the page: uploads a file, and records the progress. */
const UPLOAD = `(async () => {
  const { upload } = await import('/browser.js')
  const file = new File([await (await fetch('/cover.png')).blob()], 'cover.png')
  const bar = document.querySelector('progress')
  const values = []
  const watched = { set value(value) { values.push(value); bar.value = value } }
  return { url: await upload(file, watched), values }
})()`

/** Runs in the page: uploads a file that is no image, aborts an upload, and uploads without a progress listener. */
const FAILING_UPLOADS = `(async () => {
  const { createClient } = await import('@galley/client')
  const { uploads } = createClient({ baseUrl: 'BASE_URL', credentials: 'include' })
  const nowhere = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 })
  const controller = new AbortController()
  const onProgress = () => controller.abort(new Error('enough'))
  return Promise.all([
    uploads.create(new Blob(['text']), { onProgress: () => {} }).catch(error => error.field('file').code),
    uploads.create(new Blob([new Uint8Array(9e6)]), { onProgress, signal: controller.signal }).catch(error => error.message),
    nowhere.uploads.create(new Blob(['x']), { onProgress: () => {} }).catch(error => error.name),
  ])
})()`

it('the README names every method, and tests run all of its examples', () => {
  const client = createClient({ baseUrl: '' })
  for (const [group, methods] of Object.entries(client)) {
    const row = readme.split('\n').find(line => line.startsWith(`| \`${group}\``)) ?? assert.fail(group)
    const named = Array.from(row.matchAll(/`(\w+)`/g), ([, name]) => name)
    assert.deepEqual(named, [group, ...Object.keys(methods)])
  }
  assert.equal(examples.size, readme.match(/^```ts/gm)?.length)
  assert.equal(examples.size, 12)
})
