import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { type Endpoint, ID_PARAMS } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { EVENT_PAYLOADS, EventPayload } from './schemas/delivery/events.ts'
import { ErrorAnswer, OlderErrorAnswer } from './schemas/errors.ts'

const all = Object.entries<Endpoint>(endpoints)
const bodies = all.flatMap(([name, { body }]) => (body ? [[name, body] as const] : []))
const queries = all.flatMap(([name, { query }]) => (query ? [[name, query] as const] : []))
const responses = all.map(([name, { response }]) => [name, response] as const)
const others: [string, TSchema][] = [
  ['error', ErrorAnswer],
  ['older error', OlderErrorAnswer],
  ['event', EventPayload],
  ...Object.entries(EVENT_PAYLOADS),
]

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every object inside a schema, starting with the schema itself. */
function* nodes(schema: unknown): Generator<Node> {
  if (!isNode(schema)) return
  yield schema
  for (const value of Object.values(schema)) yield* nodes(value)
}

const isObjectSchema = (node: Node) => isNode(node.properties) && String(node.type).includes('object')

const ajv = formats.default(new Ajv({ strict: true, strictRequired: true, allErrors: true }))

const LIST = 'add the endpoint to this list if that is wanted'

suite('endpoints', () => {
  test('each has a summary that is a heading, not a sentence', () => {
    for (const [name, { summary }] of all) assert.match(summary, /^[A-Z].*[^.]$/, name)
  })

  test('each that accepts a token names the scopes that the token needs', () => {
    for (const [name, { auth, scopes }] of all) assert.equal(scopes !== undefined, auth === 'session-or-token', name)
  })

  test('no two share method and path', () => {
    const routes = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
    assert.deepEqual(
      routes.filter((route, i) => routes.indexOf(route) !== i),
      [],
    )
  })

  test('every path parameter is known to be an id or another value', () => {
    const names = all.flatMap(([, { path }]) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!))
    const others = new Set(names.filter(name => !ID_PARAMS.includes(name)))
    assert.deepEqual(
      [...others].sort(),
      ['external_id', 'user_code', 'username'],
      'add the name of an id to ID_PARAMS in endpoint.ts',
    )
  })

  test('all are under /api/v1, and those under /public need no authentication', () => {
    for (const [name, { path, auth }] of all) {
      assert.ok(path.startsWith('/api/v1/'), name)
      if (path.startsWith('/api/v1/public/')) assert.equal(auth, 'none', name)
    }
  })

  test('token endpoints accept only a session; webhooks, events and the approval of a program need a plan', () => {
    for (const [name, { path, auth, capability }] of all) {
      if (/^\/api\/v1\/tokens?\b/.test(path)) assert.equal(auth, 'session', name)
      const needed = /^\/api\/v1\/(webhooks|events)\b/.test(path) ? 'webhooks' : undefined
      const approves = name === 'approveDevice' || name === 'approveOAuth'
      assert.equal(capability, approves ? 'bearer' : needed, name)
    }
  })

  test('everything under /admin needs a session and the role admin, and nothing else needs a role', () => {
    for (const [name, { path, auth, role }] of all) {
      const isAdmin = path.startsWith('/api/v1/admin/')
      assert.deepEqual([role, isAdmin && auth], [isAdmin ? 'admin' : undefined, isAdmin && 'session'], name)
    }
  })

  test('Idempotency-Key is supported for posts, uploads, webhooks and tokens', () => {
    const idempotent = all.filter(([, endpoint]) => endpoint.idempotent).map(([name]) => name)
    assert.deepEqual(idempotent.sort(), ['createPost', 'issueToken', 'registerWebhook', 'uploadImage'], LIST)
  })

  test('exactly the create operations have the status 201', () => {
    const created = all.filter(([, endpoint]) => endpoint.status === 201).map(([name]) => name)
    assert.deepEqual(
      created.sort(),
      [
        'addComment',
        'addPasskey',
        'createInvitation',
        'createPost',
        'createSeries',
        'fetchImage',
        'registerWebhook',
        'report',
        'setUp',
        'signUp',
        'uploadImage',
      ],
      LIST,
    )
  })
})

suite('examples', () => {
  const isIgnored = (schema: TSchema, field: string) =>
    ((schema as Node).properties as Record<string, Node>)[field]?.readOnly === true

  test('every JSON body has an example, which is valid and has no ignored fields', () => {
    for (const [name, { body, example }] of all) {
      if (!body) continue
      assert.ok(example?.body, `${name} has no example`)
      assert.ok(ajv.validate(body, example.body), `${name}: ${ajv.errorsText()}`)
      assert.deepEqual(
        Object.keys(example.body).filter(field => isIgnored(body, field)),
        [],
      )
    }
  })

  test('examples of responses are valid and complete', () => {
    const examples = all.filter(([, { example }]) => example?.response)
    assert.ok(examples.length > 0)
    for (const [name, { response, example }] of examples) {
      assert.ok(ajv.validate(response, example?.response), `${name}: ${ajv.errorsText()}`)
      assert.deepEqual(
        Object.keys(example?.response as Node).sort(),
        Object.keys((response as Node).properties as Node).sort(),
      )
    }
  })
})

suite('schemas', () => {
  test('every schema compiles under strict Ajv', () => {
    for (const [name, schema] of [...bodies, ...queries, ...responses, ...others])
      assert.doesNotThrow(() => ajv.compile(schema), name)
  })

  test('a title belongs to one schema', () => {
    const seen = new Map<string, string>()
    for (const [, schema] of [...bodies, ...queries, ...responses, ...others])
      for (const node of nodes(schema)) {
        if (typeof node.title !== 'string') continue
        const text = JSON.stringify(node)
        assert.equal(seen.get(node.title) ?? text, text, node.title)
        seen.set(node.title, text)
      }
  })

  test('every body and every response has its own title', () => {
    for (const [name, schema] of [...bodies, ...responses, ...others.slice(0, 3)])
      assert.ok('title' in schema && schema.title, `a schema of ${name} has no title`)
  })

  test('ids in queries and bodies are separate fields, so that the server can find them', () => {
    for (const [name, schema] of [...bodies, ...queries]) {
      const fields = Object.values((schema as Node).properties as Node)
      for (const node of nodes(schema)) if (node.format === 'uuid') assert.ok(fields.includes(node), name)
    }
  })

  test('every body rejects unknown fields, at every depth', () => {
    for (const [name, body] of bodies)
      for (const node of nodes(body))
        if (isObjectSchema(node))
          assert.equal(node.additionalProperties, false, `${name}: use closed() of schemas/schema.ts`)
  })

  test('no body has a default, which a validator would write into a PATCH', () => {
    for (const [name, body] of bodies)
      for (const node of nodes(body)) if (typeof node.type === 'string') assert.ok(!('default' in node), name)
  })

  test('limit and offset of a query have defaults, which the server relies on', () => {
    for (const [name, query] of queries) {
      const { limit, offset } = (query as Node).properties as { limit?: Node; offset?: Node }
      for (const field of [limit, offset]) assert.ok(field === undefined || 'default' in field, name)
    }
  })

  test('queries allow unknown names', () => {
    for (const [name, query] of queries) assert.ok(ajv.validate(query, { utm_source: 'x', q: 'x' }), name)
  })

  test('every property of a response is required, except what only some errors, admins and hidden content have', () => {
    const exceptions = (node: Node) => {
      const required = node.required as string[]
      return [
        ...(node.title === 'Me' ? ['role'] : []),
        ...(required.includes('request_id') ? ['used_bytes', 'limit_bytes'] : []),
        ...(node.title === 'FieldError' ? ['suggestion'] : []),
        ...(required.includes('hidden_at') ? [] : ['hidden_at', 'hidden_reason']),
      ]
    }
    const promised = (node: Node) =>
      Object.keys(node.properties as Node).filter(field => !exceptions(node).includes(field))
    for (const [name, schema] of [...responses, ...others])
      for (const node of nodes(schema))
        if (isObjectSchema(node))
          assert.deepEqual(node.required, promised(node), `${name}: use nullable() instead of Type.Optional()`)
  })
})
