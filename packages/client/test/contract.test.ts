import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { ApiEndpoint, Body, Endpoint, Query, Response as ResponseOf } from '@galley/contract/endpoint'
import { type EndpointName, endpoints } from '@galley/contract/endpoints'
import { type Client, createClient, type Methods, type OptionsOf, type QueryOf } from '../src/client.ts'

/** Calls the method of an operation with all of its arguments. The types of the arguments are checked below. */
function callOf({ sdk, path, method, upload, body, query }: ApiEndpoint): (client: Client) => Promise<unknown> {
  const [group = '', name = ''] = sdk.split('.')
  const params = path.match(/:\w+/g) ?? []
  const argument = upload ? [new Blob(['bytes'])] : body || (query && method === 'GET') ? [{}] : []
  return client => {
    const methods: Record<string, (...args: unknown[]) => Promise<unknown>> = Reflect.get(client, group)
    return methods[name]!(...params, ...argument)
  }
}

/** Variants of the same operation: page by page, or with its ETag. */
const VARIANTS = [
  'posts.pages',
  'uploads.pages',
  'trash.pages',
  'revisions.pages',
  'agentCalls.pages',
  'series.pages',
  'redirects.pages',
  'posts.readVersion',
  'posts.changeVersion',
  'webhooks.deliveryPages',
  'events.stream',
  'public.postPages',
  'public.commentPages',
  'reader.commentPages',
  'reader.savedPages',
  'reader.likedPages',
  'reader.feedPages',
  'reader.followingPages',
  'purchases.pages',
]

interface Sent {
  readonly line: string
  readonly headers: Headers
  readonly body: unknown
}

/** The request of a call, and its operation. */
async function record(call: (client: Client) => Promise<unknown>): Promise<{ sent: Sent[]; used: string[] }> {
  const sent: Sent[] = []
  const used: string[] = []
  const client = createClient({
    baseUrl: 'http://galley.test',
    fetch: async (url, { method, headers, body }) => {
      const path = decodeURIComponent(url.slice('http://galley.test'.length))
      sent.push({ line: `${method} ${path}`, headers: new Headers(headers), body })
      return Response.json({})
    },
  })
  await call(watched(client, used))
  return { sent, used }
}

function watched(client: Client, used: string[]): Client {
  const watch = (group: string, methods: object) =>
    new Proxy(methods, {
      get: (target, name: string) => {
        used.push(`${group}.${name}`)
        return Reflect.get(target, name)
      },
    })
  return Object.fromEntries(
    Object.entries(client).map(([group, methods]) => [group, watch(group, methods)]),
  ) as unknown as Client
}

describe('the client and the contract', () => {
  for (const [name, endpoint] of Object.entries<ApiEndpoint>(endpoints)) {
    it(`${name} is ${endpoint.method} ${endpoint.path}`, async () => {
      const { sent } = await record(callOf(endpoint))
      assert.deepEqual(
        sent.map(({ line }) => line),
        [`${endpoint.method} ${endpoint.path}`],
      )
      const [{ headers, body }] = sent as [Sent]
      assert.equal(headers.has('idempotency-key'), endpoint.idempotent === true)
      assert.equal(body instanceof FormData, endpoint.upload === true)
      assert.equal(headers.get('content-type'), endpoint.body ? 'application/json' : null)
    })
  }

  it('every method is exactly one operation, or a known variant of one', async () => {
    const records = await Promise.all(Object.values<ApiEndpoint>(endpoints).map(callOf).map(record))
    const used = records.flatMap(({ used }) => used)
    assert.equal(new Set(used).size, used.length, 'two operations share a method')
    const client = createClient({ baseUrl: '' })
    const all = Object.entries(client).flatMap(([group, methods]) =>
      Object.keys(methods).map(name => `${group}.${name}`),
    )
    assert.deepEqual(all.sort(), [...used, ...VARIANTS].sort())
  })

  it('sends the options of a change as the parameters of its query', async () => {
    const lineOf = async (call: (client: Client) => Promise<unknown>) => (await record(call)).sent[0]?.line
    const path = '/api/v1/posts'
    const post = { title: 'x', content: 'y' }
    assert.equal(await lineOf(({ posts }) => posts.create(post, { dryRun: true })), `POST ${path}?dry_run=true`)
    assert.equal(await lineOf(({ posts }) => posts.delete('1', { buyers: 'keep' })), `DELETE ${path}/1?buyers=keep`)
    assert.equal(
      await lineOf(({ posts }) => posts.import({ ...post, external_id: '1' }, { events: true, dryRun: false })),
      'POST /api/v1/import/posts?events=true&dry_run=false',
    )
    assert.equal(
      await lineOf(({ revisions }) => revisions.discardPending('1', { ifPending: 'none' })),
      `DELETE ${path}/1/pending-revision?if_pending=none`,
    )
  })

  it('has the types of the contract, without the fields that a body accepts and ignores', () => {
    const different: [Different] extends [never] ? 'none' : Different = 'none'
    assert.equal(different, 'none')
  })

  it('has no type for what is no schema', async () => {
    assert.doesNotMatch(await readFile(join(import.meta.dirname, '../src/generated/models.ts'), 'utf8'), /= unknown$/m)
  })
})

type Same<A, B> = [A, keyof A] extends [B, keyof B] ? ([B, keyof B] extends [A, keyof A] ? true : false) : false
type WithoutIgnored<B> = B extends object ? { [Name in keyof B as unknown extends B[Name] ? never : Name]: B[Name] } : B

/** The operations whose methods have other arguments or another result than the contract says. */
type Different = {
  [Name in EndpointName]: Same<Given<Endpoints[Name]>, Expected<Endpoints[Name]>> extends true ? never : Name
}[EndpointName]
type Endpoints = typeof endpoints

type MethodOf<E extends ApiEndpoint> = E['sdk'] extends `${infer Group extends keyof Methods}.${infer Name}`
  ? Methods[Group][Name & keyof Methods[Group]]
  : never
type Given<E extends ApiEndpoint> =
  MethodOf<E> extends (...args: infer Args) => Promise<infer Result>
    ? Required<Args> extends [...infer Before, infer Options]
      ? [WithKeys<Before>, Pick<Options, keyof Options & keyof Flags<E>>, Result]
      : never
    : never

/** Otherwise objects that have optional fields only are all the same. */
type WithKeys<Args extends readonly unknown[]> = { [At in keyof Args]: [Args[At], Required<Args[At]>] }

type Expected<E extends Endpoint> = [
  WithKeys<[...PathParams<E['path']>, ...Argument<E>]>,
  Flags<E>,
  E extends { file: string } ? Blob : ResponseOf<E>,
]
type PathParams<Path extends string> = Path extends `${string}:${string}/${infer Rest}`
  ? [string, ...PathParams<`/${Rest}`>]
  : Path extends `${string}:${string}`
    ? [string]
    : []
type Argument<E extends Endpoint> = E extends { upload: true }
  ? [Blob]
  : E extends { body: object }
    ? [WithoutIgnored<Body<E>>]
    : E extends { method: 'GET'; query: object }
      ? [QueryOf<Query<E>>]
      : []
type Flags<E extends Endpoint> = E extends { method: Exclude<Endpoint['method'], 'GET'>; query: object }
  ? OptionsOf<Query<E>>
  : Record<never, never>
