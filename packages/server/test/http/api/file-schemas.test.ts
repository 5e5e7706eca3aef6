import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ChangePost } from '@galley/contract/schemas/writing/posts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { createPost, readPost } from '../../support/posts/posts.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

let server: TestServer
before(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://galley.example' } })
})
after(() => server.close())

const newAjv = () => formats.default(new Ajv2020({ strict: true, allowUnionTypes: true }))

async function readSchema(name: string) {
  const response = await fetch(`${server.url}/api/v1/schemas/${name}`)
  const schema = (await response.json()) as { $id: string; properties: Record<string, unknown> }
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/schema+json; charset=utf-8')
  assert.equal(schema.$id, `https://galley.example/api/v1/schemas/${name}`)
  return { schema, check: newAjv().compile(schema) }
}
const allows = (check: ValidateFunction, value: unknown) => check(value) || assert.fail(JSON.stringify(check.errors))

describe('the JSON Schema of front matter', () => {
  it('has every field that the API can change, `id`, `series`, and no other', async () => {
    const { schema } = await readSchema('front-matter.json')
    const written = Object.entries(ChangePost.properties as Record<string, { readOnly?: boolean }>)
      .filter(([, { readOnly }]) => !readOnly)
      .map(([name]) => name)
    const elsewhere = ['content', 'external_id', 'free_preview_length']
    assert.deepEqual(
      Object.keys(schema.properties).sort(),
      [...written.filter(name => !elsewhere.includes(name)), 'id', 'series'].sort(),
    )
  })

  it('accepts what the API responses for these fields, and rejects other keys, types and values', async () => {
    const { schema, check } = await readSchema('front-matter.json')
    const { bearer } = await server.person()
    const post = await readPost(bearer, (await createPost(bearer, { tags: ['a'], category: 'essay' })).id)
    const names = Object.keys(schema.properties).filter(name => name !== 'id')
    allows(check, Object.fromEntries(names.map(name => [name, post[name as keyof typeof post]])))
    allows(check, { title: 'T', id: 'notes/a.md', thumbnail_url: './a.png', status: 'archived' })
    for (const wrong of [
      {},
      { title: 'T', colour: 'red' },
      { title: 'T', external_id: 'a' },
      { title: 'T', content: 'x' },
      { title: 'T', status: 'deleted' },
      { title: 'T', tags: 'one' },
      { title: 'x'.repeat(101) },
      { title: 'T', price_jpy: '300' },
    ])
      assert.equal(check(wrong), false, JSON.stringify(wrong))
  })
})

describe('the JSON Schema of galley.yaml', () => {
  it('accepts its settings and rejects others', async () => {
    const { check } = await readSchema('galley.yaml.json')
    allows(check, { url: 'https://galley.example', posts: 'posts', prefix: 'blog/' })
    allows(check, {})
    assert.equal(check({ adress: 'x' }), false)
  })
})
