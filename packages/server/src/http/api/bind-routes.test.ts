import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import serializerOf from 'fast-json-stringify'
import { checkBody, checkQuery } from '../../platform/core/schema-check.ts'

test('the schemas of all endpoints compile, which the server does only at the first request', () => {
  for (const [name, { body, query, response }] of Object.entries<Endpoint>(endpoints)) {
    assert.doesNotThrow(() => serializerOf(response), name)
    if (body) assert.doesNotThrow(() => checkBody(body)({}), name)
    if (query) assert.doesNotThrow(() => checkQuery(query)({}), name)
  }
})

test('times and ids of requests are fields of their own, where they are brought into one form', () => {
  const formats = (schema: object | undefined) =>
    JSON.stringify(schema ?? {}).match(/"format":"(date-time|uuid)"/g) ?? []
  for (const [name, { body, query }] of Object.entries<Endpoint>(endpoints)) {
    for (const schema of [body, query]) {
      const fields = Object.values((schema as { properties?: Record<string, { format?: string }> })?.properties ?? {})
      const own = fields.filter(({ format }) => format === 'date-time' || format === 'uuid')
      assert.equal(formats(schema).length, own.length, name)
    }
  }
})
