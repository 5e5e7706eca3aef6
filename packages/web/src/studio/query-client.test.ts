import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import { ApiError, ConnectionError } from '@galley/client'
import { QueryObserver } from '@tanstack/react-query'

// The modules read these when they are loaded.
Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
globalThis.addEventListener ??= () => {}
after(() => Reflect.deleteProperty(navigator, 'onLine'))
const { currentConnection, onConnectionChange, pollNow } = await import('./connection.ts')
const { queryClient } = await import('./query-client.ts')

const REQUEST = { method: 'GET', url: '/api/v1/uploads' }
const UNAVAILABLE = new ApiError({
  ...REQUEST,
  ...{ status: 503, code: 'UNAVAILABLE', message: '', fields: [], requestId: null, retryAfterMs: null },
})
const NO_RESPONSE = new ConnectionError({ ...REQUEST, reason: 'reset', cause: undefined, timedOut: false })

/** Lets timers of this many seconds pass, and what they start. */
async function pass(t: TestContext, seconds: number): Promise<void> {
  for (let tenths = 0; tenths < seconds * 10; tenths++) {
    t.mock.timers.tick(100)
    for (let turns = 0; turns < 20; turns++) await Promise.resolve()
  }
}

/** A query that always fails, while the rest of the server responds. */
async function failFor(t: TestContext, seconds: number, error: Error) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const ready = t.mock.method(globalThis, 'fetch', async () => new Response())
  let requests = 0
  let changes = 0
  const stopCounting = onConnectionChange(() => changes++)
  const observer = new QueryObserver(queryClient, {
    queryKey: [error.name],
    queryFn: () => {
      requests++
      return Promise.reject(error)
    },
  })
  const unsubscribe = observer.subscribe(() => {})
  await pass(t, seconds)
  unsubscribe()
  stopCounting()
  queryClient.clear()
  return { requests, changes, polls: ready.mock.callCount() }
}

test('one endpoint that responds with 503 does not count as a stopped server', async t => {
  assert.deepEqual(await failFor(t, 60, UNAVAILABLE), { requests: 1, changes: 0, polls: 1 })
  assert.equal(currentConnection(), 'online')
})

test('one endpoint without a response is requested less and less often', async t => {
  const { requests } = await failFor(t, 120, NO_RESPONSE)
  assert.ok(requests > 1 && requests < 10, `${requests} requests`)
})

test('a server that does not respond is polled by one request at a time, however often the button is pressed', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  const ready = t.mock.method(globalThis, 'fetch', async () => Response.json({}, { status: 503 }))
  for (let presses = 0; presses < 10; presses++) {
    pollNow()
    await pass(t, 0.1)
    pollNow()
    pollNow()
  }
  assert.equal(currentConnection(), 'stopped')
  const pressed = ready.mock.callCount()
  await pass(t, 60)
  assert.ok(ready.mock.callCount() - pressed <= 6, `${ready.mock.callCount() - pressed} polls in a minute`)
})
