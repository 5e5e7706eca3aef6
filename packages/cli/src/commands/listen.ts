import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, StreamedEvent } from '@galley/client'
import { usageError } from '../cli-error.ts'
import { type AnyInvocation, command } from '../command.ts'
import { parseEventNames, parseSince } from '../events/event-options.ts'
import { forwardEvent, type Outcome } from '../events/forward-event.ts'
import { ListenState } from '../events/listen-state.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../server/connection.ts'

/**
 * The delays before the retries of an event. After a response outside 2xx there is one retry for each delay;
 * while nothing responds, the last delay is repeated.
 */
const DELAYS_MS = [1000, 2000, 5000, 10_000, 30_000]

export const listen = command({
  name: 'listen',
  summary: 'forward events of your posts to a program on your machine, as webhooks do',
  options: {
    'forward-to': { type: 'string', value: 'URL', description: 'where the events are sent' },
    events: { type: 'string', multiple: true, value: 'NAMES', description: 'only these, separated by commas' },
    since: { type: 'string', value: 'TIME', description: 'start there: 30m, 1h, 7d, now, or a date and time' },
    secret: { type: 'string', value: 'SECRET', description: 'sign with this secret; by default with a generated one' },
  },
  details: `The bytes and headers are those of a webhook. Without --since it goes on after the last event that was
acknowledged, or starts now. Events are sent one after another. A failed one is sent again: up to 5 times after an
response outside 2xx, and for as long as nothing responds.`,
  examples: [
    'gly listen --forward-to http://localhost:8080/hook',
    'gly listen --forward-to http://localhost:8080/hook --events post.published --since 1h',
  ],
  async run(invocation) {
    const { cwd, env, options, output, signal } = invocation
    const target = options['forward-to']
    if (target === undefined || !/^https?:\/\//.test(target) || !URL.canParse(target)) {
      throw usageError(
        'gly listen needs --forward-to with an http or https address.',
        'For example http://localhost:8080/hook',
      )
    }
    const names = parseEventNames(options.events)
    const isNow = options.since === 'now'
    const since = options.since === undefined || isNow ? undefined : parseSince(options.since)
    const { client, url } = await connect({ cwd, env, options })
    const { username } = await client.me.read({ signal })
    const state = new ListenState(env, `${url} ${username} ${target}`)
    const secret = options.secret ?? state.secret
    const from = (isNow ? undefined : state.begin(since)) ?? state.beginAfter(await latestCursor(client, signal))
    output.note(`Events of @${username} at ${url} go to ${target}. Ctrl+C ends it.`)
    output.note(`Signed with the secret ${secret}`)
    try {
      for await (const event of client.events.stream(from, { signal })) {
        const acknowledge = () => state.acknowledge(event.cursor)
        if (names !== undefined && !names.has(event.event.event)) acknowledge()
        else await deliver(invocation, target, secret, event, acknowledge)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
    return EXIT.done
  },
})

/**
 * The cursor after all events so far. Not the time of this machine: if its clock is ahead of the server's, events would
 * be skipped.
 */
async function latestCursor(client: Client, signal: AbortSignal): Promise<string> {
  return (await client.events.list({ since: '9999-12-31T00:00:00Z', limit: 1 }, { signal })).next
}

async function deliver(
  { output, signal }: AnyInvocation,
  url: string,
  secret: string,
  streamed: StreamedEvent,
  acknowledge: () => void,
): Promise<void> {
  const { event, event_id: eventId } = streamed.event
  const deliveryId = randomUUID()
  for (let attempt = 1; ; attempt++) {
    const about = { url, secret, event, eventId, deliveryId, attempt, body: streamed.body }
    const outcome = await forwardEvent(about, signal)
    const isDelivered = outcome.status >= 200 && outcome.status < 300
    const isGivenUp = !isDelivered && outcome.status !== 0 && attempt > DELAYS_MS.length
    // Before the output: if the program is ended in between, an event that was shown as done must not be sent again.
    if (isDelivered || isGivenUp) acknowledge()
    show(output, about, outcome, isDelivered ? '' : isGivenUp ? ', given up' : ', will be sent again')
    if (isDelivered || isGivenUp) return
    const delayMs = DELAYS_MS[Math.min(attempt, DELAYS_MS.length) - 1]!
    await sleep(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function show(
  output: AnyInvocation['output'],
  { event, eventId, attempt }: { event: string; eventId: string; attempt: number },
  { status, durationMs, error }: Outcome,
  note: string,
): void {
  const time = new Date()
  if (output.isJson) {
    const line = { time: time.toISOString(), event, event_id: eventId, attempt, status, duration_ms: durationMs }
    output.printRaw(`${JSON.stringify({ ...line, error: error ?? null })}\n`)
    return
  }
  const result = output.paint(note === '' ? 'green' : 'red', status === 0 ? (error ?? 'no response') : String(status))
  output.print(`${time.toTimeString().slice(0, 8)}  ${event.padEnd(16)}  ${result} in ${durationMs} ms${note}`)
}
