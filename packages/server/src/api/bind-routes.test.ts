import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Endpoint } from '@galley/contract/endpoint'
import { endpoints } from '@galley/contract/endpoints'
import serializerOf from 'fast-json-stringify'
import { checkBody, checkQuery } from '../core/schema-check.ts'

test('the schemas of all endpoints compile, which the server does only at the first request', () => {
  for (const [name, { body, query, response }] of Object.entries<Endpoint>(endpoints)) {
    assert.doesNotThrow(() => serializerOf(response), name)
    if (body) assert.doesNotThrow(() => checkBody(body)({}), name)
    if (query) assert.doesNotThrow(() => checkQuery(query)({}), name)
  }
})
