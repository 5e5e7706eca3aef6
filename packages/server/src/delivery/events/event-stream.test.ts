import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EventCursor, formatCursor, parseCursor, START } from './event-cursor.ts'
import type { EventPage } from './event-store.ts'
import { EventStream } from './event-stream.ts'

const throwIt = (error: unknown) => {
  throw error
}
const idOf = (i: number) => `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`

/** A stream of an endless number of events, ten per page. */
function endless() {
  const reads: EventCursor[] = []
  const read = async (after: EventCursor): Promise<EventPage> => {
    reads.push(after)
    const from = after === START ? 0 : Number(after.id.slice(-12)) + 1
    const events = Array.from({ length: 10 }, (_, i) => ({
      cursor: { position: '5', id: idOf(from + i) },
      body: 'x'.repeat(1000),
    }))
    return { events, next: events.at(-1)!.cursor, endedBelow: '9', isPending: false }
  }
  return { reads, stream: new EventStream({ after: START, read, notifiedFrom: '1', onError: throwIt }) }
}

describe('a stream', () => {
  it('reads no more than its buffer holds while the client does not read', async () => {
    const { reads, stream } = endless()
    stream.read(0)
    for (let i = 0; i < 100; i++) {
      await nextTurn()
      stream.wake()
      stream.comment('nothing')
    }
    const { length } = reads
    assert.ok(length > 0 && length <= 8, `${length} pages`)
    assert.ok(stream.readableLength < 100_000)
    stream.destroy()
  })

  it('ends when events cannot be read, and reports why', async () => {
    const issues: unknown[] = []
    const read = () => Promise.reject(new Error('no database'))
    const onError = (error: unknown) => issues.push(error)
    const stream = new EventStream({ after: START, read, notifiedFrom: '1', onError })
    const chunks = await stream.toArray()
    assert.deepEqual([String(chunks[0]), chunks.length, issues.length], ['retry: 2000\n\n', 1, 1])
  })

  it('sends a comment when it is asked to, and nothing after its end', async () => {
    const page = { events: [], next: { position: '9', id: idOf(0) }, endedBelow: '9', isPending: false }
    const stream = new EventStream({ after: START, read: async () => page, notifiedFrom: '1', onError: throwIt })
    let text = ''
    stream.on('data', chunk => {
      text += chunk
    })
    await nextTurn()
    await nextTurn()
    stream.comment('open')
    stream.finish()
    stream.comment('late')
    stream.wake()
    await nextTurn()
    assert.equal(text, 'retry: 2000\n\n: open\n\n')
  })
})

describe('a cursor', () => {
  it('is read as it was written, and nothing else is a cursor', () => {
    const cursor = { position: '812345', id: idOf(7) }
    assert.deepEqual(parseCursor(formatCursor(cursor)), cursor)
    for (const text of ['', '1', `-1.${idOf(1)}`, `1.${idOf(1)}0`, `1e3.${idOf(1)}`, `${'9'.repeat(20)}.${idOf(1)}`])
      assert.equal(parseCursor(text), undefined, text)
  })
})
