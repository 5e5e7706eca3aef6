import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '@galley/contract/endpoints'
import { assertError } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { POSTS } from '../../support/posts/posts.ts'
import { type Person, startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
let alice: Person
before(async () => {
  server = await startTestServer()
  // An admin reaches the bodies of every endpoint.
  alice = await server.person({ role: 'admin' })
  // The first page loads the site. On a busy machine that takes longer than a request may.
  await eventually(() => server.anyone.get('/'))
})
after(() => server.close())

const JSON_TYPE = { 'content-type': 'application/json' }

const patchRaw = (raw: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
  alice.session.send('PATCH', '/api/v1/me', { raw, headers })

describe('INVALID_JSON', () => {
  const bodies: [string, string | Uint8Array][] = [
    ['incomplete JSON', '{"display_name": "Al'],
    ['text after the end', '{} {}'],
    ['single quotes', "{'display_name': 'Al'}"],
    ['NaN', '{"display_name": NaN}'],
    ['only spaces', '  '],
    ['invalid UTF-8', Buffer.from([...Buffer.from('{"display_name":"'), 0xc3, 0x28, ...Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"display_name":"Al"}', 'utf16le')],
    ['the key __proto__', '{"__proto__": {"admin": true}}'],
    ['a nested key __proto__', '{"id": [{"__proto__": null}]}'],
    ['an escaped key __proto__', '{"\\u005f\\u005fproto__": {}}'],
    ['the keys constructor and prototype', '{"constructor": {"prototype": {}}}'],
  ]
  for (const [what, body] of bodies) {
    it(`is returned for ${what}`, async () => {
      assertError(await patchRaw(body), 400, 'INVALID_JSON', {})
    })
  }
})

it('INVALID_JSON names the place of the error, and not the text around it', async () => {
  const { body } = await patchRaw('{\n  "password": "hunter2",\n  "bio": oops\n}')
  assert.equal(body.error.message, 'The body is not valid JSON: an unexpected "o" at line 3, column 10 (position 36).')
})

/** Posts have the largest body limit. */
const postRaw = (raw: string) => alice.session.send('POST', POSTS, { raw, headers: JSON_TYPE })

describe('hostile bodies get a small response', () => {
  const good = '{"title": "A title", "content": "Some text."'
  const many = (count: number, entry: (i: number) => string) => Array.from({ length: count }, (_, i) => entry(i)).join()
  const bodies: [string, string, number][] = [
    ['a million entries', `[${many(1_000_000, () => '0')}]`, 400],
    ['a million entries in a field', `{"tags": [${many(1_000_000, () => '{}')}]}`, 400],
    ['a million entries in a field that is ignored', `${good}, "id": [${many(1_000_000, () => '0')}]}`, 400],
    ['10,000 entries in a field that is ignored', `${good}, "id": [${many(10_000, () => '0')}]}`, 201],
    ['half a million unknown fields', `{${many(500_000, i => `"${i.toString(36)}_":0`)}}`, 400],
    ['a field name of 7 MB', `{"${'k'.repeat(7_000_000)}": 0}`, 400],
    ['fifty field names of 100 kB', `{${many(50, i => `"${String(i).repeat(60_000)}":0`)}}`, 400],
    ['a million levels of nesting', '['.repeat(1_000_000) + ']'.repeat(1_000_000), 400],
    ['deep nesting in a field', `{"title":${'{"a":'.repeat(500_000)}0${'}'.repeat(500_000)}}`, 400],
    ['nesting in a field that is ignored', `${good}, "author":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['20,000 unknown fields and a wrong one', `{${many(9000, i => `"${i}_":0`)},"title":5,"tags":7}`, 400],
    ['nesting that is not closed', '['.repeat(1_000_000), 400],
    ['a text of 7 MB', `{"title": "${'x'.repeat(7_000_000)}"}`, 400],
  ]
  for (const [what, body, status] of bodies) {
    it(`for ${what}`, async () => {
      const response = await postRaw(body)
      assert.equal(response.status, status)
      assert.ok(JSON.stringify(response.body).length < 20_000)
      assert.ok((response.body.error?.fields ?? []).length <= 100)
    })
  }
})

describe('nesting', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  it('is rejected beyond 20 levels in every field of every endpoint, ignored ones included', async () => {
    for (const { method, path, auth, ...endpoint } of Object.values(endpoints)) {
      if (!('body' in endpoint)) continue
      const client = auth === 'none' ? server.anyone : alice.session
      const url = path.replaceAll(/:\w+/g, '00000000-0000-0000-0000-000000000000')
      const names = Object.keys((endpoint.body as { properties: object }).properties)
      const send = (name: string, depth: number) =>
        client.send(method, url, { raw: `{"${name}":${nested(depth)}}`, headers: JSON_TYPE })
      for (const name of [...names, 'unknown']) {
        const { status, body } = await send(name, 20)
        assert.equal(status, 400, `${path} ${name}`)
        assert.match(body.error.message ?? body.error, /nested more than 20 levels deep/)
      }
      assert.ok((await send('id', 19)).status < 500, path)
    }
  })

  it('is not parsed in queries and forms, where brackets are part of a name', async () => {
    const name = `limit${'[x]'.repeat(1000)}`
    assert.equal((await server.anyone.get(`/api/v1/public/posts?${name}=1`)).status, 200)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await server.anyone.send('POST', '/preferences', { raw: `${name}=1&lang=en`, headers: form })
    assert.equal(response.status, 303)
  })
})
