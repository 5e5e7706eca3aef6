/** What every endpoint does with query parameters that it does not know, or that have no value. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import { assertError } from '../../support/client.ts'
import { plain } from '../../support/posts/images.ts'
import { createPost, POSTS, readPost } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let admin: Person
let ids: Readonly<Record<string, string>>
before(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_LOGINS: '0', RATE_LIMIT_SIGNUPS: '0', RATE_LIMIT_PINGS: '0' } })
  admin = await server.person({ plan: 'pro_plus', role: 'admin' })
  const series = await admin.session.post('/api/v1/series', { title: 'A series' })
  ids = { posts: (await createPost(admin.session)).id, series: series.body.id }
})
after(() => server.close())

/** Of a post or series that exists, because their absence is found first. */
const pathOf = ({ path }: Endpoint) =>
  path.replace(/(\w+)\/:id/, (_, kind) => `${kind}/${ids[kind] ?? 'x'}`).replaceAll(/:\w+/g, 'x')

const namesOf = ({ query }: Endpoint): string[] =>
  Object.keys((query as { properties?: object } | undefined)?.properties ?? {})

async function image(): Promise<{ raw: FormData }> {
  const raw = new FormData()
  raw.append('file', new File([new Uint8Array(await plain('png', 1500, 1500))], 'a.png'))
  return { raw }
}

type Issue = { field: string; code: string; suggestion?: string }

describe('an unknown query parameter', () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.method === 'GET' || endpoint.path.startsWith('/api/v1/oauth/')) continue
    it(`is rejected by ${name}`, async () => {
      const sent = endpoint.upload ? await image() : endpoint.body ? { body: {} } : {}
      const { status, body } = await admin.session.send(endpoint.method, `${pathOf(endpoint)}?dry_rum=1`, sent)
      assert.equal(status, 400, JSON.stringify(body))
      if (endpoint.deprecated) return
      assert.equal(body.error.code, 'VALIDATION_ERROR')
      const issue: Issue = body.error.fields.find(({ field }: Issue) => field === 'dry_rum')
      const suggestion = namesOf(endpoint).includes('dry_run') ? 'dry_run' : undefined
      assert.deepEqual([issue.code, issue.suggestion], ['UNKNOWN_PARAMETER', suggestion])
    })
  }

  it('leaves a post undeleted, and an image unstored', async () => {
    const { id } = await createPost(admin.bearer)
    const rejected = await admin.bearer.delete(`${POSTS}/${id}?dry_run=1`)
    assertError(rejected, 400, 'VALIDATION_ERROR', { dry_run: 'UNKNOWN_PARAMETER' })
    assert.equal((await readPost(admin.bearer, id)).status, 'draft')
    const unstored = await admin.bearer.send('POST', '/api/v1/uploads?x=1', await image())
    assertError(unstored, 400, 'VALIDATION_ERROR', { x: 'UNKNOWN_PARAMETER' })
    assert.equal((await admin.bearer.get('/api/v1/uploads')).body.total, 0)
  })

  it('is listed with the other errors of the request', async () => {
    const response = await admin.bearer.post(`${POSTS}?dryrun=true&dry_run=yes`, { content: '', tagz: [] })
    assertError(response, 400, 'VALIDATION_ERROR', {
      dryrun: 'UNKNOWN_PARAMETER',
      dry_run: 'INVALID_VALUE',
      title: 'REQUIRED',
      tagz: 'UNKNOWN_FIELD',
    })
  })

  it('is ignored by reads, but salon_id is rejected where it would not select', async () => {
    for (const path of [POSTS, '/api/v1/me', '/api/v1/public/posts', '/api/v1/public/search?q=x']) {
      const { status } = await admin.bearer.get(`${path}${path.includes('?') ? '&' : '?'}unknown=1`)
      assert.equal(status, 200, path)
    }
    const { id } = await createPost(admin.bearer, { status: 'published' })
    for (const path of ['/api/v1/public/posts?', '/api/v1/public/search?q=title&']) {
      const response = await server.anyone.get(`${path}salon_id=${id}`)
      assertError(response, 400, 'VALIDATION_ERROR', { salon_id: 'UNKNOWN_PARAMETER' })
    }
  })

  it('is ignored by the endpoints of OAuth', async () => {
    const redirect_uri = 'http://127.0.0.1:4000/callback'
    const registered = await server.anyone.post('/oauth/register?unknown=1', {
      client_name: 'A program',
      redirect_uris: [redirect_uri],
    })
    assert.equal(registered.status, 201)
    const approval = {
      client_id: registered.body.client_id,
      redirect_uri,
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      scopes: ['posts:read'],
    }
    assert.equal((await admin.session.post('/api/v1/oauth/approve?unknown=1', approval)).status, 200)
  })
})

describe('an empty query parameter', () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.method !== 'GET' || endpoint.path.startsWith('/api/v1/oauth/')) continue
    for (const parameter of namesOf(endpoint)) {
      it(`is rejected by ${name}: ${parameter}`, async () => {
        for (const blank of ['', '%20', '%E3%80%80']) {
          // An external id is any text.
          if (parameter === 'external_id' && blank !== '') continue
          const { status, body } = await admin.session.get(`${pathOf(endpoint)}?${parameter}=${blank}`)
          assert.equal(status, 400, JSON.stringify(body))
          assert.ok(body.error.fields.some(({ field }: Issue) => field === parameter))
        }
      })
    }
  }
})
