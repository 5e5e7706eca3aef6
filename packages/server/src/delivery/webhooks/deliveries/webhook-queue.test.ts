import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ClaimedDelivery } from './claim-deliveries.ts'
import { WebhookQueue } from './webhook-queue.ts'

const deliveries = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `d${i}` }) as ClaimedDelivery)

function startAll(queue: WebhookQueue): string[] {
  const started: string[] = []
  for (let next = queue.startNext(); next !== undefined; next = queue.startNext()) started.push(next.id)
  return started
}

describe('the queue of a webhook', () => {
  it('sends at most four at a time, and the next one as soon as one has its response, recorded or not', () => {
    const queue = new WebhookQueue()
    queue.add(deliveries(6), 16)
    assert.deepEqual(startAll(queue), ['d0', 'd1', 'd2', 'd3'])
    queue.sent()
    assert.deepEqual(startAll(queue), ['d4'])
    queue.recorded('d0')
    assert.deepEqual(startAll(queue), [])
  })

  it('lists what is being sent, what is not recorded yet, and what is waiting', () => {
    const queue = new WebhookQueue()
    queue.add(deliveries(6), 16)
    startAll(queue)
    queue.sent()
    assert.deepEqual(queue.deliveryIds, ['d0', 'd1', 'd2', 'd3', 'd4', 'd5'])
    queue.recorded('d0')
    assert.deepEqual(queue.deliveryIds, ['d1', 'd2', 'd3', 'd4', 'd5'])
  })

  it('sends nothing more while 16 results are not recorded', () => {
    const queue = new WebhookQueue()
    queue.add(deliveries(20), 20)
    let started = 0
    for (; queue.startNext() !== undefined; started++) queue.sent()
    assert.equal(started, 16)
    assert.ok(!queue.needsMore)
    queue.recorded('d0')
    assert.ok(queue.needsMore)
  })

  it('needs another claim before it is empty, if one more may be sent', () => {
    const queue = new WebhookQueue()
    assert.ok(queue.needsMore)
    queue.add(deliveries(16), 16)
    assert.ok(!queue.needsMore)
    startAll(queue)
    assert.ok(!queue.needsMore, 'four are being sent')
    for (let i = 0; i < 4; i++) queue.sent()
    assert.ok(!queue.needsMore, 'twelve wait')
    startAll(queue)
    queue.sent()
    assert.ok(queue.needsMore, 'eight wait')
  })

  it('sends in the order of the claims', () => {
    const queue = new WebhookQueue()
    queue.add(deliveries(2), 2)
    queue.add(deliveries(4).slice(2), 2)
    assert.deepEqual(startAll(queue), ['d0', 'd1', 'd2', 'd3'])
  })

  it('may have more only after a claim that reached its limit', () => {
    const full = new WebhookQueue()
    full.add(deliveries(16), 16)
    assert.ok(full.mayHaveMore)
    const other = new WebhookQueue()
    other.add(deliveries(15), 16)
    assert.ok(!other.mayHaveMore)
  })

  it('remembers that it dropped old claims while another claim was running', () => {
    let nowMs = 0
    const queue = new WebhookQueue(() => nowMs)
    queue.add(deliveries(8), 16)
    startAll(queue)
    queue.mayHaveMore = false
    nowMs = 600
    queue.sent()
    startAll(queue)
    queue.add([], 16)
    assert.ok(queue.mayHaveMore)
  })

  it('sends nothing that was claimed more than half a second ago, but claims it again', () => {
    let nowMs = 0
    const queue = new WebhookQueue(() => nowMs)
    queue.add(deliveries(6), 16)
    startAll(queue)
    nowMs = 600
    queue.sent()
    assert.deepEqual(startAll(queue), [])
    assert.ok(queue.needsMore && queue.mayHaveMore)
  })

  it('is empty when everything is recorded', () => {
    const queue = new WebhookQueue()
    queue.add(deliveries(1), 16)
    assert.ok(!queue.isEmpty)
    startAll(queue)
    queue.sent()
    assert.ok(!queue.isEmpty)
    queue.recorded('d0')
    assert.ok(queue.isEmpty)
  })
})
