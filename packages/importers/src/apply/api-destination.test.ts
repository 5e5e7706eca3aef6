import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeProblem } from '../problems/describe-problem.ts'
import { RejectedError } from '../problems/problem.ts'
import { apiDestination, type ImportApi } from './api-destination.ts'

const fieldError = { field: 'slug', code: 'INVALID_VALUE', message: 'This cannot be the address of a post.' }
const rejecting = (error: { status: number; code: string; fields: (typeof fieldError)[] }) => async () => {
  throw Object.assign(new Error('The request is not valid.'), error)
}
const rejects = rejecting({ status: 400, code: 'VALIDATION_ERROR', fields: [fieldError] })
const api: ImportApi = {
  posts: [],
  deleted: [],
  importPost: rejects,
  listSeries: async function* () {},
  createSeries: rejects,
  saveRedirect: rejects,
  findRedirects: async () => [],
  upload: rejects,
  uploadFrom: rejects,
}
const body = {
  external_id: 'a',
  title: 'Rain',
  content: 'Text',
  status: 'draft',
  visibility: 'public',
  tags: [],
} as const

it('reports what the server rejects about a post, in the words of the caller if it has some', async () => {
  const isRejected = (api: ImportApi, message: string) =>
    assert.rejects(apiDestination(api).savePost({ ...body, tags: [] }), (error: RejectedError) => {
      assert.equal(describeProblem(error.problem, 'en'), message)
      return true
    })
  await isRejected(api, 'The server rejects it. slug: This cannot be the address of a post.')
  const describeFieldError = ({ field, code }: typeof fieldError) => `${field}：${code}`
  await isRejected({ ...api, describeFieldError }, 'The server rejects it. slug：INVALID_VALUE')
})

it('stops if the storage of the account is full, and not if the plan does not allow one of the posts', async () => {
  const saving = (status: number, code: string) =>
    apiDestination({ ...api, importPost: rejecting({ status, code, fields: [] }) }).savePost({ ...body, tags: [] })
  await assert.rejects(saving(403, 'PLAN_REQUIRED'), RejectedError)
  for (const [status, code] of [
    [400, 'QUOTA_EXCEEDED'],
    [403, 'SCOPE_REQUIRED'],
    [507, 'STORAGE_FULL'],
  ] as const) {
    await assert.rejects(saving(status, code), (error: Error) => !(error instanceof RejectedError))
  }
})
