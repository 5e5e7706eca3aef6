import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ProcessChannel } from './process-channel.ts'

type Channel = ProcessChannel<string, string>

/** Two connected channels; the second one responds. */
function pair(
  respond: (question: string) => unknown,
  isConnected = () => true,
  onError: (error: unknown) => void = () => assert.fail('there is no error'),
) {
  const ends: Channel[] = []
  const endpoint = (other: number) => ({
    get connected() {
      return isConnected()
    },
    send: (message: unknown) => void ends[other]?.receive(message),
  })
  ends.push(new ProcessChannel(endpoint(1), () => assert.fail('is not asked'), onError))
  ends.push(new ProcessChannel(endpoint(0), respond, onError))
  return ends[0] as Channel
}

describe('a process channel', () => {
  it('returns the response to a question, or null if there is no value or an error, which is reported', async () => {
    assert.equal(await pair(question => `${question}!`).ask('ready', 10_000), 'ready!')
    assert.equal(await pair(() => undefined).ask('ready', 10_000), null)
    const errors: unknown[] = []
    const failing = pair(
      () => Promise.reject(new Error('failed')),
      () => true,
      error => errors.push(error),
    )
    assert.equal(await failing.ask('ready', 10_000), null)
    assert.deepEqual(errors, [new Error('failed')])
  })

  it('reports a message that could not be sent, unless the other process has ended', () => {
    const errors: unknown[] = []
    let connected = true
    const endpoint = {
      get connected() {
        return connected
      },
      send: (_message: unknown, done: (error: Error | null) => void) => done(new Error('not sent')),
    }
    const channel = new ProcessChannel<string, string>(
      endpoint,
      () => null,
      error => errors.push(error),
    )
    channel.tell('one')
    endpoint.send = (_message, done) => {
      connected = false
      done(new Error('ended'))
    }
    channel.tell('two')
    assert.deepEqual(errors, [new Error('not sent')])
  })

  it('returns undefined if the other process is not connected, has ended, or does not respond', async () => {
    const unconnected = pair(
      () => assert.fail('is not asked'),
      () => false,
    )
    assert.equal(await unconnected.ask('ready', 1_000_000), undefined)
    const silent = pair(() => new Promise(() => {}))
    const asked = silent.ask('ready', 1_000_000)
    silent.close()
    assert.equal(await asked, undefined)
    assert.equal(await silent.ask('ready', 1), undefined)
  })

  it('ignores messages of others', async () => {
    const channel = pair(() => 1)
    for (const message of [null, 'x', 1, {}, { type: 'from a library' }]) await channel.receive(message)
    assert.equal(await channel.ask('ready', 10_000), 1)
  })
})
