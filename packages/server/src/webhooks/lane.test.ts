import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Claimed } from './delivery-queue.ts'
import { Lane } from './lane.ts'

const some = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `d${i}` }) as Claimed)

function takeAll(lane: Lane): string[] {
  const taken: string[] = []
  for (let next = lane.next(); next !== undefined; next = lane.next()) taken.push(next.id)
  return taken
}

describe('a lane', () => {
  it('has four on their way at most, and lets the next one go when one is answered, settled or not', () => {
    const lane = new Lane()
    lane.fill(some(6), 16)
    assert.deepEqual(takeAll(lane), ['d0', 'd1', 'd2', 'd3'])
    lane.answered()
    assert.deepEqual(takeAll(lane), ['d4'])
    lane.settled('d0')
    assert.deepEqual(takeAll(lane), [])
  })

  it('is busy with what is on its way, with what is not yet written down, and with what waits', () => {
    const lane = new Lane()
    lane.fill(some(6), 16)
    takeAll(lane)
    lane.answered()
    assert.deepEqual(lane.busy, ['d0', 'd1', 'd2', 'd3', 'd4', 'd5'])
    lane.settled('d0')
    assert.deepEqual(lane.busy, ['d1', 'd2', 'd3', 'd4', 'd5'])
  })

  it('waits when many results cannot be written', () => {
    const lane = new Lane()
    lane.fill(some(20), 20)
    let sent = 0
    for (; lane.next() !== undefined; sent++) lane.answered()
    assert.equal(sent, 16)
    assert.ok(!lane.isHungry)
    lane.settled('d0')
    assert.ok(lane.isHungry)
  })

  it('is hungry before it runs dry, if one more may go', () => {
    const lane = new Lane()
    assert.ok(lane.isHungry)
    lane.fill(some(16), 16)
    assert.ok(!lane.isHungry)
    takeAll(lane)
    assert.ok(!lane.isHungry, 'four are on their way')
    for (let i = 0; i < 4; i++) lane.answered()
    assert.ok(!lane.isHungry, 'twelve wait')
    takeAll(lane)
    lane.answered()
    assert.ok(lane.isHungry, 'eight wait')
  })

  it('sends what was claimed first before what was claimed later', () => {
    const lane = new Lane()
    lane.fill(some(2), 2)
    lane.fill(some(4).slice(2), 2)
    assert.deepEqual(takeAll(lane), ['d0', 'd1', 'd2', 'd3'])
  })

  it('knows that there may be more behind a full claim, and only then', () => {
    const lane = new Lane()
    lane.fill(some(16), 16)
    assert.ok(lane.mayHaveMore)
    const other = new Lane()
    other.fill(some(15), 16)
    assert.ok(!other.mayHaveMore)
  })

  it('does not forget what it let go while more was asked for', () => {
    let nowMs = 0
    const lane = new Lane(() => nowMs)
    lane.fill(some(8), 16)
    takeAll(lane)
    lane.mayHaveMore = false
    nowMs = 600
    lane.answered()
    takeAll(lane)
    lane.fill([], 16)
    assert.ok(lane.mayHaveMore)
  })

  it('sends nothing that was claimed a while ago, but asks for it again', () => {
    let nowMs = 0
    const lane = new Lane(() => nowMs)
    lane.fill(some(6), 16)
    takeAll(lane)
    nowMs = 600
    lane.answered()
    assert.deepEqual(takeAll(lane), [])
    assert.ok(lane.isHungry && lane.mayHaveMore)
  })

  it('is empty when all is settled', () => {
    const lane = new Lane()
    lane.fill(some(1), 16)
    assert.ok(!lane.isEmpty)
    takeAll(lane)
    lane.answered()
    assert.ok(!lane.isEmpty)
    lane.settled('d0')
    assert.ok(lane.isEmpty)
  })
})
