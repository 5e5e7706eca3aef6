import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { answers, type ScriptedServer, startScriptedServer } from './support/scripted-server.ts'
import { BROWSER_TYPES, createStranger, NODE_TYPES, type Stranger } from './support/stranger.ts'

let stranger: Stranger
let server: ScriptedServer
before(async () => {
  stranger = await createStranger()
  server = await startScriptedServer()
})
after(async () => {
  await server.close()
  await stranger.remove()
})

describe('the package as it is published', () => {
  let tarball: Uint8Array
  before(async () => {
    const pack = 'npm pack --offline --ignore-scripts --silent --pack-destination'.split(' ')
    const { stdout } = await promisify(execFile)(pack[0]!, [...pack.slice(1), stranger.folder], {
      cwd: stranger.installed,
    })
    tarball = new Uint8Array(await readFile(join(stranger.folder, stdout.trim())))
  })

  it('has no fault that publint knows', async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: tarball.slice().buffer },
      strict: true,
    })
    assert.deepEqual(
      messages.map(message => formatMessage(message, pkg)),
      [],
    )
  })

  it('has types that fit wherever ES modules are understood', async () => {
    const analysis = await checkPackage(createPackageFromTarballData(tarball))
    assert.ok(analysis.types)
    // Resolvers from before ES modules see no `exports`, and `require` finds what it has to load as a module.
    const problems = analysis.problems.filter(
      problem =>
        problem.kind !== 'CJSResolvesToESM' && !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
    )
    assert.deepEqual(problems, [])
    assert.deepEqual(Object.keys(analysis.entrypoints).sort(), ['.', './package.json', './webhooks'])
  })

  it('depends on nothing, and holds its sources’ output alone', async () => {
    const manifest = JSON.parse(await readFile(join(stranger.installed, 'package.json'), 'utf8'))
    for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      assert.equal(manifest[kind], undefined)
    const files = await readdir(stranger.installed, { recursive: true, withFileTypes: true })
    for (const file of files.filter(file => file.isFile())) {
      const text = await readFile(join(file.parentPath, file.name), 'utf8')
      if (file.parentPath.includes('lib'))
        assert.doesNotMatch(text, /@galley\/contract|typebox|from '(?!\..+\.js')/, file.name)
    }
    assert.deepEqual((await readdir(stranger.installed)).sort(), ['LICENSE', 'README.md', 'lib', 'package.json'])
  })
})

const PROGRAM = `
import { ApiError, type ClientOptions, createClient, type Post, type UploadProgress } from '@galley/client'
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

const refusal: unknown = await verifyWebhook('{}', {}, 'secret').catch(error => error)
if (!(refusal instanceof WebhookError)) throw refusal
console.log(typeof titleOf, typeof nameOf, refusal.fault, shares.length, ApiError.name)
`

describe('a stranger’s program', () => {
  it('compiles, with the types of Node alone and with those of a browser alone', async () => {
    const file = await stranger.write('main.ts', PROGRAM.replace('BASE_URL', server.url))
    assert.equal(await stranger.check([file], NODE_TYPES), '')
    assert.equal(await stranger.check([file], BROWSER_TYPES), '')
    assert.equal(await stranger.check([file], { ...BROWSER_TYPES, module: 'esnext', moduleResolution: 'bundler' }), '')
  })

  it('runs in plain Node', async () => {
    server.play()
    const file = await stranger.write('main.ts', PROGRAM.replace('BASE_URL', server.url))
    assert.equal(await stranger.run(file), 'function function missing 1 ApiError\n')
    assert.deepEqual(
      server.requests.map(({ method, path }) => `${method} ${path}`),
      [
        'POST /api/v1/posts',
        'GET /api/v1/posts?is_paid=false',
        'POST /api/v1/uploads',
        'POST /api/v1/posts',
        'GET /api/v1/posts/1',
      ],
    )
  })

  it('runs where there are web standards and nothing of Node', async () => {
    server.play(answers(201), answers(200, { posts: ['a post'], total: 1 }))
    const program = await stranger.write(
      'web-only.js',
      `
      import { createClient } from './client.js'
      import { verifyWebhook } from './verify-webhook.js'
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
      join(stranger.installed, 'lib'),
      program,
    ])
    assert.equal(stdout, 'a post\ntrue\nTypeError\nping\n')
    assert.equal(server.requests.length, 3)
  })
})

it('the types that are written out are those of the contract, name by name', async () => {
  const source = join(import.meta.dirname, '../src/models.ts')
  const names = Array.from(
    (await readFile(source, 'utf8')).matchAll(/export type \{([^}]+)\}/g),
    ([, list = '']) => list,
  )
    .flatMap(list => list.split(','))
    .map(name => name.trim())
    .filter(Boolean)
  assert.ok(names.length > 50)
  const file = await stranger.write(
    'same.ts',
    `
    import type * as Contract from ${JSON.stringify(source)}
    import type * as Written from '@galley/client'
    type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false
    ${[...names, 'Api'].map(name => `export const is${name}: Same<Contract.${name}, Written.${name}> = true`).join('\n')}
    `,
  )
  const options = { ...NODE_TYPES, allowImportingTsExtensions: true, skipLibCheck: true }
  assert.equal(await stranger.check([file], options), '')
})
