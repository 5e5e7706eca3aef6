import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { ZipWriter } from './zip-writer.ts'

describe('a zip writer', () => {
  it('ends its output with the error of a file that cannot be read', async () => {
    const writer = new ZipWriter(new AbortController().signal)
    const failed = once(writer.output, 'error')
    await writer.add('a.json', async function* () {
      yield '['
      throw new Error('the database does not answer')
    })
    writer.output.resume()
    const [error] = await failed
    assert.match(String(error), /the database does not answer/)
  })

  it('closes the file that is being read when it is stopped', async () => {
    const stop = new AbortController()
    const writer = new ZipWriter(stop.signal)
    writer.output.on('error', () => {})
    const file = new Readable({ read() {} })
    await writer.add('a.png', () => file)
    const closed = once(file, 'close').catch(() => {})
    stop.abort()
    await closed
    assert.equal(file.destroyed, true)
  })
})
