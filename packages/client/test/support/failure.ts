import assert from 'node:assert/strict'
import { ApiError } from '../../src/client.ts'

/** The error that a call must fail with. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error,
  )
  assert.ok(error instanceof ApiError, String(error))
  return error
}
