import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Session } from 'node:inspector/promises'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ZipWriter } from './zip-writer.ts'

describe('a zip writer', () => {
  it('ends its output with the error of a file that cannot be read', async () => {
    const writer = new ZipWriter(new AbortController().signal)
    const failed = once(writer.output, 'error')
    await writer.add('a.json', async function* () {
      yield '['
      throw new Error('the database does not respond')
    })
    writer.output.resume()
    const [error] = await failed
    assert.match(String(error), /the database does not respond/)
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

  it('rejects a file, and closes it, if it is stopped while the file is opened', async () => {
    for (const isStoppedBefore of [true, false]) {
      const stop = new AbortController()
      const writer = new ZipWriter(stop.signal)
      // The file before this one is not read to its end.
      await writer.add('a.png', () => new Readable({ read() {} }).on('error', () => {}))
      writer.output.on('error', () => {})
      const file = new Readable({ read() {} })
      const reason = new Error('the client has gone')
      if (isStoppedBefore) stop.abort(reason)
      const adding = writer.add('b.png', async () => {
        stop.abort(reason)
        return file
      })
      const limit = delay(2000, 'nothing', { ref: false })
      assert.equal(await Promise.race([adding.catch(error => error), limit]), reason)
      assert.equal(file.destroyed, true)
    }
  })

  it('does not keep the texts that it has written', async () => {
    const writer = new ZipWriter(new AbortController().signal)
    writer.output.resume()
    const before = await usedMegabytes()
    for (let n = 0; n < 16; n++) await writer.add(`${n}.md`, () => randomBytes(MIB).toString('latin1'))
    // The content of this file is about to be written, so those before it have been.
    await writer.add('last.md', () => 'x')
    const growth = (await usedMegabytes()) - before
    assert.ok(growth < 8, `${growth} MB`)
    writer.end()
  })
})

const MIB = 1024 * 1024

/** What is still used after a garbage collection. */
async function usedMegabytes(): Promise<number> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / MIB
}
