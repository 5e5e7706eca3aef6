import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pino from 'pino'
import { AppError } from '../platform/core/errors.ts'
import { askProvider } from './ask-provider.ts'

const log = pino({ enabled: false })
const codeOf = async (work: () => Promise<object>) => {
  const error = await askProvider(log, work, 20).catch((error: unknown) => error)
  return error instanceof AppError ? error.code : error
}

describe('work that asks the payment provider', () => {
  it('ends before the connection of the reader does, also if the provider never responds', async () => {
    assert.equal(await codeOf(() => new Promise(() => {})), 'UNAVAILABLE')
  })

  it('tells faults of the provider from our own', async () => {
    const rejected = Object.assign(new Error('no such key'), { type: 'StripeAuthenticationError' })
    assert.equal(await codeOf(() => Promise.reject(rejected)), 'UNAVAILABLE')
    const own = new TypeError('an error')
    assert.equal(await codeOf(() => Promise.reject(own)), own)
  })
})
