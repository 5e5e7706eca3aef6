import { endpoints } from '@galley/contract/endpoints'
import { Gauge } from '@prometheus-io/client'
import type { AppContext } from '../../platform/context.ts'
import { type FieldIssue, rejectIssues } from '../../platform/core/errors.ts'
import { addressKey } from '../../platform/core/limits/rate-limits.ts'
import { type BindRoute, type Call, FileResult, type Sent } from '../../platform/operation.ts'
import { formatCursor, parseCursor, START } from './event-cursor.ts'
import { readEvents } from './event-store.ts'
import { EventStreams } from './event-streams.ts'

export function eventRoutes(bind: BindRoute, context: AppContext): void {
  const streams = new EventStreams(context)
  new Gauge({
    name: 'galley_event_streams',
    help: 'Open streams of events.',
    registers: [context.metrics],
    collect() {
      this.set(streams.count)
    },
  })

  const list = async (call: Call<typeof endpoints.listEvents>) => {
    const { principal, query, sender } = call
    rejectIssues(cursorIssues(call))
    const after = parseCursor(sentCursor(call).text ?? '') ?? START
    const since = query.since === undefined ? undefined : new Date(query.since)
    if (isStreamWanted(call)) {
      const address = addressKey(sender.address)
      const open = () => streams.open({ principal, address, after, since })
      return new FileResult('text/event-stream; charset=utf-8', undefined, open)
    }
    const { limit } = query
    const { events, next } = await readEvents(context.db, principal.userId, { after, since, limit })
    // Joined as text: each event has exactly the bytes that webhooks get.
    const bodies = events.map(({ body }) => body).join(',')
    const text = `{"events":[${bodies}],"next":${JSON.stringify(formatCursor(next))}}`
    return new FileResult('application/json; charset=utf-8', undefined, () => text)
  }
  bind(endpoints.listEvents, list, cursorIssues)
}

/** A browser repeats the address of the stream, with the last id as a header. */
function sentCursor(call: Call<typeof endpoints.listEvents>) {
  const { lastEventId = '', query } = call
  return isStreamWanted(call) && lastEventId !== ''
    ? { field: 'Last-Event-ID', text: lastEventId }
    : { field: 'after', text: query.after }
}

function cursorIssues(call: Call<typeof endpoints.listEvents>): FieldIssue[] {
  const { field, text } = sentCursor(call)
  if (text === undefined || parseCursor(text) !== undefined) return []
  return [{ field, code: 'INVALID_VALUE', message: 'Must be a cursor that this API has returned.' }]
}

const isStreamWanted = ({ accept = '' }: Pick<Sent, 'accept'>): boolean => /\btext\/event-stream\b/i.test(accept)
