import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { breakingChanges } from './breaking-changes.ts'
import type { OpenApiDocument, Operation, Schema } from './document.ts'

const string = { type: 'string' }
const object = (properties: Record<string, Schema>, required: string[] = [], rest = {}): Schema => ({
  type: 'object',
  properties,
  required,
  ...rest,
})
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } })
const OK = { 200: json(string) }

const document = (operation: Partial<Operation>, schemas: Record<string, Schema> = {}): OpenApiDocument => ({
  paths: { '/posts': { post: { responses: OK, ...operation } } },
  components: { schemas },
})
const between = (before: Partial<Operation>, after: Partial<Operation>) =>
  breakingChanges(document(before), document(after)).map(change => change.replace('POST /posts: ', ''))

type Row = [what: string, before: Schema, after: Schema, change?: string]

/** A row without a text is a compatible change. */
function table(rows: readonly Row[], place: string, compare: (before: Schema, after: Schema) => string[]): void {
  for (const [what, before, after, change] of rows) {
    it(`${what}: ${change === undefined ? 'compatible' : 'breaking'}`, () => {
      assert.deepEqual(compare(before, after), change === undefined ? [] : [`${place}${change}`])
    })
  }
}

describe('operations', () => {
  const whole = (before: OpenApiDocument, after: OpenApiDocument) => breakingChanges(before, after)

  it('the same document: compatible', () => {
    const same = document({ security: [{ bearer: [] }], requestBody: json(object({ a: string }, ['a'])) })
    assert.deepEqual(whole(same, structuredClone(same)), [])
  })

  it('a removed path, a removed method: breaking; a new one: compatible', () => {
    const { post } = document({}).paths['/posts']!
    const both: OpenApiDocument = { paths: { '/posts': { post: post!, get: post! }, '/tags': { get: post! } } }
    assert.deepEqual(whole(both, document({})), ['GET /posts: removed', 'GET /tags: removed'])
    assert.deepEqual(whole(document({}), both), [])
  })

  it('another operationId: breaking, since generated clients name their methods by it', () => {
    assert.deepEqual(between({ operationId: 'a' }, { operationId: 'b' }), ['operationId a → b'])
  })

  const rows: [string, Operation['security'] & {}, Operation['security'] & {}, string?][] = [
    ['authentication where none was needed', [], [{ bearer: [] }], 'now needs authentication: bearer'],
    [
      'one way less',
      [{ bearer: [] }, { session: [] }],
      [{ session: [] }],
      'no longer accepts authentication by bearer',
    ],
    ['one way more', [{ session: [] }], [{ bearer: [] }, { session: [] }]],
    ['none needed any more', [{ session: [] }], []],
  ]
  for (const [what, before, after, change] of rows) {
    it(`${what}: ${change === undefined ? 'compatible' : 'breaking'}`, () => {
      assert.deepEqual(between({ security: before }, { security: after }), change === undefined ? [] : [change])
    })
  }

  it('parameters: removed, required or narrowed is breaking; a new optional one is compatible', () => {
    const parameter = (name: string, rest = {}) => ({ name, in: 'query', schema: string, ...rest })
    const compare = (before: ReturnType<typeof parameter>[], after: ReturnType<typeof parameter>[]) =>
      between({ parameters: before }, { parameters: after })
    assert.deepEqual(compare([parameter('a')], []), ['query a: removed'])
    assert.deepEqual(compare([], [parameter('a', { required: true })]), ['query a: is now required'])
    assert.deepEqual(compare([parameter('a')], [parameter('a', { required: true })]), ['query a: is now required'])
    const narrowed = parameter('a', { schema: { type: 'string', enum: ['x'] } })
    assert.deepEqual(compare([parameter('a')], [narrowed]), ['query a: a list of values instead of any value'])
    assert.deepEqual(compare([], [parameter('a')]), [])
    assert.deepEqual(compare([parameter('a', { required: true })], [parameter('a')]), [])
  })

  it('bodies: a new required one, a removed one, another type is breaking', () => {
    const body = { ...json(object({})), required: false }
    const needed = { ...body, required: true }
    assert.deepEqual(between({}, { requestBody: needed }), ['body: is now required'])
    assert.deepEqual(between({ requestBody: body }, { requestBody: needed }), ['body: is now required'])
    assert.deepEqual(between({ requestBody: body }, {}), ['body: removed'])
    const form = { content: { 'multipart/form-data': { schema: object({}) } } }
    assert.deepEqual(between({ requestBody: body }, { requestBody: form }), ['body: application/json: removed'])
    assert.deepEqual(between({}, { requestBody: body }), [])
  })

  it('statuses: another success is breaking, another error is compatible', () => {
    const answers = (...statuses: number[]) => ({
      responses: Object.fromEntries(statuses.map(status => [status, json(string)])),
    })
    assert.deepEqual(between(answers(200), answers(201)), ['201: new success status', '200: removed'])
    assert.deepEqual(between(answers(200), answers(200, 201)), ['201: new success status'])
    assert.deepEqual(between(answers(200, 404), answers(200, 410)), [])
  })

  it('names of schemas: compatible, because their content is compared', () => {
    const named = (name: string, schema: Schema) =>
      document({ requestBody: json({ $ref: `#/components/schemas/${name}` }) }, { [name]: schema })
    const loop = { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } }
    assert.deepEqual(whole(named('A', object({ a: string })), named('B', object({ a: string }))), [])
    assert.deepEqual(whole(named('A', object({ a: string })), named('B', object({}))), ['POST /posts: body.a: removed'])
    assert.deepEqual(whole(named('Tree', loop), named('Tree', structuredClone(loop))), [])
  })
})

describe('request bodies', () => {
  const rows: Row[] = [
    ['a removed field', object({ a: string }), object({}), '.a: removed'],
    ['a new field', object({}), object({ a: string })],
    ['a new required field', object({}), object({ a: string }, ['a']), '.a: is now required'],
    ['a field that becomes required', object({ a: string }), object({ a: string }, ['a']), '.a: is now required'],
    ['a field that becomes optional', object({ a: string }, ['a']), object({ a: string })],
    ['another type', string, { type: 'number' }, ': type string → number'],
    ['null no longer', { type: ['string', 'null'] }, string, ': type string|null → string'],
    ['null as well', string, { type: ['string', 'null'] }],
    ['integer to number', { type: 'integer' }, { type: 'number' }],
    ['number to integer', { type: 'number' }, { type: 'integer' }, ': type number → integer'],
    ['any value to a string', {}, string, ': type any → string'],
    ['a value less', { enum: ['a', 'b'] }, { enum: ['a'] }, ': no longer accepts "b"'],
    ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['a constant to a list with it', { const: 'a' }, { enum: ['a', 'b'] }],
    ['a shorter text', { maxLength: 10 }, { maxLength: 5 }, ': maxLength 10 → 5'],
    ['a limit where there was none', {}, { maximum: 5 }, ': maximum none → 5'],
    ['a higher minimum', { minimum: 1 }, { minimum: 2 }, ': minimum 1 → 2'],
    ['wider limits', { minimum: 1, maxItems: 3 }, { minimum: 0, maxItems: 9 }],
    ['no limits any more', { minLength: 1, maxLength: 2 }, {}],
    ['a format', string, { type: 'string', format: 'uuid' }, ': format none → uuid'],
    ['no pattern any more', { pattern: 'a' }, {}],
    ['entries of a list', { items: { maxLength: 3 } }, { items: { maxLength: 2 } }, '[]: maxLength 3 → 2'],
    [
      'unknown names refused',
      object({}),
      object({}, [], { additionalProperties: false }),
      ': no longer accepts unknown names',
    ],
    [
      'an alternative less',
      { anyOf: [string, { type: 'null' }] },
      { anyOf: [string] },
      ': an alternative is no longer accepted',
    ],
    ['an alternative more', { anyOf: [string] }, { anyOf: [string, { type: 'null' }] }],
    ['deep inside', object({ a: object({ b: string }) }), object({ a: object({}) }), '.a.b: removed'],
  ]
  table(rows, 'body', (before, after) => between({ requestBody: json(before) }, { requestBody: json(after) }))
})

describe('answers', () => {
  const rows: Row[] = [
    ['a removed field', object({ a: string }), object({}), '.a: removed'],
    ['a new field', object({}), object({ a: string }, ['a'])],
    ['a field that may be missing', object({ a: string }, ['a']), object({ a: string }), '.a: may be missing'],
    ['a field that is always there', object({ a: string }), object({ a: string }, ['a'])],
    ['another type', string, { type: 'number' }, ': type string → number'],
    ['null as well', string, { type: ['string', 'null'] }, ': type string → string|null'],
    ['null no longer', { type: ['string', 'null'] }, string],
    ['integer to number', { type: 'integer' }, { type: 'number' }, ': type integer → number'],
    ['a string to any value', string, {}, ': type string → any'],
    ['a value more', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['a value less', { enum: ['a', 'b'] }, { enum: ['a'] }],
    ['no list of values any more', { enum: ['a'] }, {}, ': any value instead of a list of values'],
    ['other limits', { maxLength: 5, minimum: 3 }, { maxLength: 9, minimum: 5 }],
    ['another format', { format: 'uuid' }, { format: 'date' }, ': format uuid → date'],
    ['no format any more', { format: 'uuid' }, {}, ': format uuid → none'],
    ['an alternative more', { anyOf: [string] }, { anyOf: [string, { type: 'null' }] }, ': there is a new alternative'],
    ['an alternative less', { anyOf: [string, { type: 'null' }] }, { anyOf: [string] }],
    ['entries of a map', { patternProperties: { x: string } }, {}, './x/: removed'],
    ['entries of a list', { items: object({ a: string }) }, { items: object({}) }, '[].a: removed'],
  ]
  table(rows, '200', (before, after) =>
    between({ responses: { 200: json(before) } }, { responses: { 200: json(after) } }),
  )
})
