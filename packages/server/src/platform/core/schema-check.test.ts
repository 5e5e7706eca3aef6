import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RegisterWebhook } from '@galley/contract/schemas/delivery/webhooks'
import { ChangeMe, SignUp } from '@galley/contract/schemas/identity/accounts'
import { IssueDefaultToken, IssueToken } from '@galley/contract/schemas/identity/tokens'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { checkBody, checkQuery } from './schema-check.ts'

const codesOf = (issues: readonly { field: string; code: string }[]) =>
  Object.fromEntries(issues.map(({ field, code }) => [field, code]))

const schemas = { SignUp, ChangeMe, IssueToken, IssueDefaultToken, RegisterWebhook }

/** Valid and invalid bodies: names of the schema and others, with any values. */
const bodyFor = (properties: object) =>
  fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.oneof(fc.constantFrom(...Object.keys(properties)), fc.string()), fc.jsonValue(), { maxKeys: 80 }),
  )

describe('a body check', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    it(`finds errors in exactly the bodies that do not match ${name}`, () => {
      const check = checkBody(schema)
      // A validator without formats and bounds: whatever it refuses must be rejected.
      const valid = new Ajv2020({ allowUnionTypes: true, validateFormats: false }).compile(schema)
      fc.assert(
        fc.property(bodyFor('properties' in schema ? schema.properties : {}), body => {
          const before = JSON.stringify(body)
          const issues = check(body)
          if (!valid(body)) assert.ok(issues.length > 0)
          assert.ok(issues.length <= 100)
          assert.equal(new Set(issues.map(issue => issue.field)).size, issues.length)
          assert.equal(JSON.stringify(body), before)
        }),
        { numRuns: 300 },
      )
    })
  }

  it('finds the one bad entry after any number of good ones', () => {
    const check = checkBody(RegisterWebhook)
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (before, behind) => {
        const good = (count: number) => Array.from({ length: count }, () => 'post.created')
        const event_types = [...good(before), 'post.hacked', ...good(behind)]
        const issues = check({ url: 'https://example.com', event_types })
        assert.deepEqual(codesOf(issues), { [`event_types.${before}`]: 'INVALID_VALUE' })
      }),
    )
  })

  it('lists at most 100 errors, with field names of at most 100 characters', () => {
    const issues = checkBody(RegisterWebhook)({ url: 5, event_types: Array.from({ length: 20_000 }, () => 0) })
    assert.equal(issues.length, 100)
    const name = (i: number) => `${i}${'f'.repeat(400)}`
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [name(i), 0]))
    const unknown = checkBody(SignUp)(fields)
    assert.equal(unknown.length, 100)
    assert.ok(unknown.every(({ field }) => field.length <= 100))
  })

  it('finds an error after any number of others', () => {
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, 0]))
    assert.equal(codesOf(checkBody(ChangeMe)({ ...unknown, bio: 5 }))['bio'], 'INVALID_TYPE')
    assert.equal(codesOf(checkBody(ChangeMe)({ ...unknown, bio: 'a\0' }))['bio'], 'INVALID_VALUE')
  })

  it('names all values that are allowed, also null', () => {
    const kind = { type: ['string', 'null'], enum: ['a', 'b', null] }
    const check = checkBody({ type: 'object', properties: { kind }, additionalProperties: false })
    assert.deepEqual(
      check({ kind: 'c' }).map(({ message }) => message),
      ['Must be one of: a, b, null.'],
    )
  })

  it('reports one error for a field, and names array entries by index', () => {
    const tags = { type: 'array', maxItems: 2, items: { type: 'string', minLength: 1 } }
    const schema = { type: 'object', properties: { tags } }
    assert.deepEqual(codesOf(checkBody(schema)({ tags: ['a', 5] })), { 'tags.1': 'INVALID_TYPE' })
    assert.deepEqual(codesOf(checkBody(schema)({ tags: ['a', '', 'c'] })), { tags: 'TOO_MANY', 'tags.1': 'TOO_SHORT' })
    const inner = { type: 'object', properties: { d: { type: 'string' } } }
    const escaped = { type: 'object', properties: { 'a/b~c': inner } }
    assert.deepEqual(codesOf(checkBody(escaped)({ 'a/b~c': { d: 1 } })), { 'a/b~c.d': 'INVALID_TYPE' })
  })

  it('refuses text that cannot be stored, wherever it is', () => {
    const check = checkBody(RegisterWebhook)
    const body = { url: 'https://example.com/\0', event_types: ['post.created'], description: '\ud800' }
    assert.deepEqual(codesOf(check(body)), { url: 'INVALID_VALUE', description: 'INVALID_VALUE' })
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), description => {
        const storable = description.isWellFormed() && !description.includes('\0')
        const issues = check({ ...body, url: 'https://example.com', description })
        assert.equal(issues.length === 0, storable)
      }),
    )
  })
})

describe('a query check', () => {
  const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 }
  const check = checkQuery({ type: 'object', properties: { limit, tag: { type: 'string' } } })

  it('converts text to numbers and fills in defaults', () => {
    const query: Record<string, unknown> = { limit: '5' }
    assert.deepEqual(check(query), [])
    assert.deepEqual(query, { limit: 5 })
    const empty = {}
    check(empty)
    assert.deepEqual(empty, { limit: 20 })
  })

  it('refuses values that are not whole numbers in range, are repeated, or cannot be stored', () => {
    for (const limit of ['0', '101', '1.5', 'x', '', '1e9', '1e400', 'Infinity', '-Infinity', 'NaN', ['1', '2']]) {
      assert.equal(check({ limit })[0]?.field, 'limit', String(limit))
    }
    assert.deepEqual(codesOf(check({ tag: 'a\0' })), { tag: 'INVALID_VALUE' })
  })
})
