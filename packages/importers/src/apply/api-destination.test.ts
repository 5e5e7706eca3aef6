import assert from 'node:assert/strict'
import { it } from 'node:test'
import { apiDestination, type ImportApi } from './api-destination.ts'
import { RefusedError } from './destination.ts'

const fault = { field: 'slug', code: 'INVALID_VALUE', message: 'This cannot be the address of a post.' }
const rejecting = (error: { status: number; code: string; fields: (typeof fault)[] }) => async () => {
  throw Object.assign(new Error('The request is not valid.'), error)
}
const refuses = rejecting({ status: 400, code: 'VALIDATION_ERROR', fields: [fault] })
const api: ImportApi = {
  posts: [],
  deleted: [],
  importPost: refuses,
  listSeries: async function* () {},
  createSeries: refuses,
  saveRedirect: refuses,
  findRedirects: async () => [],
  upload: refuses,
  uploadFrom: refuses,
}
const body = {
  external_id: 'a',
  title: 'Rain',
  content: 'Text',
  status: 'draft',
  visibility: 'public',
  tags: [],
} as const

it('reports what the server refuses about a post, in the words of the caller if it has some', async () => {
  const refused = (api: ImportApi, message: string) =>
    assert.rejects(apiDestination(api).savePost({ ...body, tags: [] }), new RefusedError(message))
  await refused(api, 'The server refuses it. slug: This cannot be the address of a post.')
  const describeFault = ({ field, code }: typeof fault) => `${field}：${code}`
  await refused({ ...api, describeFault }, 'The server refuses it. slug：INVALID_VALUE')
})

it('stops if the storage of the account is full, and not if the plan does not allow one of the posts', async () => {
  const saving = (status: number, code: string) =>
    apiDestination({ ...api, importPost: rejecting({ status, code, fields: [] }) }).savePost({ ...body, tags: [] })
  await assert.rejects(saving(403, 'PLAN_REQUIRED'), RefusedError)
  for (const [status, code] of [
    [400, 'QUOTA_EXCEEDED'],
    [403, 'SCOPE_REQUIRED'],
    [507, 'STORAGE_FULL'],
  ] as const) {
    await assert.rejects(saving(status, code), (error: Error) => !(error instanceof RefusedError))
  }
})
