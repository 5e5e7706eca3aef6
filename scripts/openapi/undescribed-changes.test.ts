import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenApiDocument, Schema } from './document.ts'
import { undescribedChanges } from './undescribed-changes.ts'

const NO_CHANGE: OpenApiDocument = {
  paths: { '/api/v1/posts': { get: { responses: {} } } },
  components: { schemas: { Post: { properties: { id: {} } } } },
}

const withSchemas = (schemas: Record<string, Schema>): OpenApiDocument => ({ ...NO_CHANGE, components: { schemas } })

function assertNeeds(after: OpenApiDocument, change: string, line: string): void {
  assert.deepEqual(undescribedChanges(NO_CHANGE, after, '- Something else.'), [change])
  assert.deepEqual(undescribedChanges(NO_CHANGE, after, line), [])
}

test('the changelog must name a new operation by its whole path', () => {
  const note = { '/api/v1/posts/{id}/note': { put: { responses: {} } } }
  const after = { ...NO_CHANGE, paths: { ...NO_CHANGE.paths, ...note } }
  assertNeeds(after, 'PUT /posts/:id/note', '- New: `GET` and `PUT /posts/:id/note`.')
  assert.deepEqual(undescribedChanges(NO_CHANGE, after, '- `PUT /posts/:id/note/x`, `PUT /posts`.').length, 1)
})

test('the changelog must name a new parameter of an operation', () => {
  const parameters = [{ name: 'q', in: 'query', schema: {} }]
  const after = { ...NO_CHANGE, paths: { '/api/v1/posts': { get: { parameters, responses: {} } } } }
  assertNeeds(after, 'q of GET /posts', '- `GET /posts` takes `q`.')
})

test('the changelog must name a new field of a record, and not those of a new record', () => {
  assertNeeds(withSchemas({ Post: { properties: { id: {}, url: {} } } }), 'url of Post', '- Posts have `url`.')
  const added = withSchemas({ Post: { properties: { id: {} } }, Note: { properties: { memo: {} } } })
  assert.deepEqual(undescribedChanges(NO_CHANGE, added, ''), [])
})
