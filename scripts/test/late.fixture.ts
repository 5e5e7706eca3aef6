/** A test that does not wait for what it started, for the test of the reporter. */
import { it } from 'node:test'

it('ends too early', () => {
  setImmediate(() => void Promise.reject(new Error('too late')))
})
