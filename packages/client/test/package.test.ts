import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { BROWSER_TYPES, createConsumerOfTarball, NODE_TYPES } from './support/consumer.ts'
import { responds, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts'

let consumer: Awaited<ReturnType<typeof createConsumerOfTarball>>
let server: ScriptedServer
before(async () => {
  consumer = await createConsumerOfTarball()
  server = await startScriptedServer()
})
after(async () => {
  await server.close()
  await consumer.remove()
})

describe('the package as it is published', () => {
  it('has no problems that publint finds', async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: consumer.tarball.slice().buffer },
      strict: true,
    })
    assert.deepEqual(
      messages.map(message => formatMessage(message, pkg)),
      [],
    )
  })

  it('has types for all module resolutions that support ES modules', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(consumer.tarball))
    assert.ok(analysis.types)
    // Resolvers from before ES modules see no `exports`, and `require` finds what it has to load as a module.
    const problems = analysis.problems.filter(
      problem =>
        problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    assert.deepEqual(problems, [])
    assert.deepEqual(Object.keys(analysis.entrypoints).sort(), ['.', './package.json', './webhooks'])
  })

  it('has a version, a licence, entry points and the required Node version', async () => {
    const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
    const manifest = await read(join(consumer.installed, 'package.json'))
    const source = await read(join(import.meta.dirname, '../package.json'))
    for (const field of ['name', 'version', 'description', 'license', 'engines', 'publishConfig']) {
      assert.ok(manifest[field], field)
      assert.deepEqual(manifest[field], source[field])
    }
    assert.equal(manifest.private, undefined)
    assert.deepEqual(manifest.files, ['lib'])
    // Entries outside of `src` are for the other packages of this repository.
    const published = Object.keys(source.exports).filter(name => source.exports[name].startsWith('./src/'))
    assert.deepEqual(Object.keys(manifest.exports), [...published, './package.json'])
  })

  it('has no dependencies, and contains only the build output', async () => {
    const manifest = JSON.parse(await readFile(join(consumer.installed, 'package.json'), 'utf8'))
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      assert.equal(manifest[kind], undefined)
    const files = await readdir(consumer.installed, { recursive: true, withFileTypes: true })
    for (const file of files.filter(file => file.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8')
      if (file.parentPath.includes('lib'))
        assert.doesNotMatch(text, /@galley\/contract|typebox|from '(?!\..+\.js')/, file.name)
    }
    assert.deepEqual((await readdir(consumer.installed)).sort(), ['LICENSE', 'README.md', 'lib', 'package.json'])
  })
})

const PROGRAM = `
import {
  ApiError, type ClientOptions, createClient, type CreatePost, type Post, type ResponseInfo, type UploadProgress,
} from '@galley/client'
import { type EventPayload, verifyWebhook, WebhookError } from '@galley/client/webhooks'

const options: ClientOptions = { baseUrl: 'BASE_URL', token: undefined }
const client = createClient(options)

const titleOf = (post: Post): string => post.title.toUpperCase()
const nameOf = (event: EventPayload): string => (event.event === 'ping' ? event.data.webhook.url : event.data.post.slug)
const shares: UploadProgress[] = []

await client.posts.create({ title: 'x', content: 'y', category: 'ai', scheduled_for: null })
await client.posts.list({ is_paid: false, status: undefined })
await client.uploads.create(new Blob(['image']), { onProgress: share => shares.push(share) })
// @ts-expect-error a status that a new post cannot have
await client.posts.create({ title: 'x', content: 'y', status: 'archived' })
// @ts-expect-error a read has no key
await client.posts.read('1', { idempotencyKey: 'k' })
// @ts-expect-error there is no such field
type No = Post['titel']
// @ts-expect-error a field that the server would ignore
const ignored: CreatePost = { title: 'x', content: 'y', view_count: 1 }
// @ts-expect-error no member of the input
type NoInput = CreatePost['view_count']

// A post that was read can be sent back whole.
const read = {} as Post
const changed: Promise<Post> = client.posts.change('1', { ...read, title: 'z' })
await changed

const { data, response } = await client.me.read().withResponse()
const username: string = data.username
const info: ResponseInfo = response
const status: number = info.status
const texts: (string | null)[] = [info.etag, info.requestId, info.headers.get('x')]
// @ts-expect-error the data is not the response of another call
const post: Post = data

const tokens: ClientOptions['token'][] = ['t', () => 't', async () => 't', undefined]
// @ts-expect-error not a token
const wrong: ClientOptions['token'] = 7
const hooked = createClient({
  ...options,
  onRequest: ({ operation, attempt, headers }) => headers.set('x-trace', operation + attempt),
  onResponse: async ({ response, error, retryInMs }) => console.log(response?.status, error?.method, retryInMs),
})

function explain(error: ApiError): string {
  // Known codes are completed and checked for overlap; unknown ones are allowed.
  if (error.code === 'NOT_FOUND' || error.code === 'HTTP_502' || error.code === 'A_NEW_CODE') return error.url
  const code: string = error.field('title')?.code ?? error.code
  return error.method + code
}

const failure: unknown = await verifyWebhook('{}', {}, 'secret').catch(error => error)
if (!(failure instanceof WebhookError)) throw failure
console.log(typeof titleOf, typeof nameOf, failure.fault, shares.length, explain.name, tokens.length, status)
`

/** This Node, and the one that runs npm, which may be older. */
const NODES = [...new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])]

describe('a program that uses the package', () => {
  it('compiles, with the types of Node alone and with those of a browser alone', async () => {
    const file = await consumer.write('main.ts', PROGRAM.replace('BASE_URL', server.url))
    assert.equal(await consumer.check([file], NODE_TYPES), '')
    assert.equal(await consumer.check([file], { ...BROWSER_TYPES, module: 'esnext', moduleResolution: 'bundler' }), '')
  })

  it('runs in plain Node', async () => {
    server.replyWith()
    const file = await consumer.write('main.ts', PROGRAM.replace('BASE_URL', server.url))
    assert.equal(await consumer.run(file), 'function function missing 1 explain 4 200\n')
    assert.deepEqual(
      server.requests.map(({ method, path }) => `${method} ${path}`),
      [
        'POST /api/v1/posts',
        'GET /api/v1/posts?is_paid=false',
        'POST /api/v1/uploads',
        'POST /api/v1/posts',
        'GET /api/v1/posts/1',
        'PATCH /api/v1/posts/1',
        'GET /api/v1/me',
      ],
    )
  })

  it('runs in every installed Node', async () => {
    const program = await consumer.write(
      'plain.mjs',
      `import { createClient } from '@galley/client'
      import { verifyWebhook } from '@galley/client/webhooks'
      console.log(typeof createClient({ baseUrl: 'http://localhost' }).posts.create, typeof verifyWebhook)`,
    )
    for (const node of NODES) {
      const { stdout } = await promisify(execFile)(node, [program], { env: { PATH: process.env['PATH'] } })
      assert.equal(stdout, 'function function\n', node)
    }
  })

  it('runs without Node, with web standards only', async () => {
    server.replyWith(responds(201), responds(200, { posts: ['a post'], total: 1 }))
    const program = await consumer.write(
      'web-only.js',
      `
      import { createClient } from './client.js'
      import { verifyWebhook } from './webhooks/verify-webhook.js'
      if (typeof process !== 'undefined' || typeof Buffer !== 'undefined') throw new Error('this is Node')
      const client = createClient({ baseUrl: '${server.url}', timeoutMs: 5000 })
      await client.posts.create({ title: 'x', content: 'y' }, { signal: new AbortController().signal })
      for await (const post of client.posts.pages().items()) console.log(post)
      await client.uploads.create(new Blob(['image']), { onProgress: share => console.log(share.loadedBytes > 5) })
      await client.reader.readPost('..').catch(error => console.log(error.name))
      const body = new TextEncoder().encode('{"event":"ping"}')
      const secret = new TextEncoder().encode('secret')
      const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
      const bytes = Array.from(new Uint8Array(await crypto.subtle.sign('HMAC', key, body)))
      const signature = 'sha256=' + bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')
      console.log((await verifyWebhook(body, new Headers({ 'x-service-signature': signature }), 'secret')).event)
      `,
    )
    const fixture = join(import.meta.dirname, 'support/web-only.fixture.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--experimental-vm-modules',
      '--no-warnings',
      fixture,
      join(consumer.installed, 'lib'),
      program,
    ])
    assert.equal(stdout, 'a post\ntrue\nTypeError\nping\n')
    assert.equal(server.requests.length, 3)
  })
})
