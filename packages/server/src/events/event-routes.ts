import { endpoints } from '@galley/contract/endpoints'
import { Gauge } from '@prometheus-io/client'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { type FieldFault, refuse } from '../core/errors.ts'
import { addressKey } from '../core/limits/rate-limits.ts'
import type { BindRoute, Call } from '../transport/route.ts'
import { formatCursor, parseCursor, START } from './event-cursor.ts'
import { readEvents } from './event-store.ts'
import type { EventStream } from './event-stream.ts'
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
    const { principal, query, request, reply } = call
    const isStream = isStreamWanted(request)
    refuse(cursorFaults(call))
    const after = parseCursor(sentCursor(call).text ?? '') ?? START
    const since = query.since === undefined ? undefined : new Date(query.since)
    if (isStream) {
      const address = addressKey(request.clientAddress)
      return sendStream(request, reply, await streams.open({ principal, address, after, since }))
    }
    const { limit } = query
    const { events, next } = await readEvents(context.db, principal.userId, { after, since, limit })
    // Joined as text: each event has exactly the bytes that webhooks get.
    const bodies = events.map(({ body }) => body).join(',')
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"events":[${bodies}],"next":${JSON.stringify(formatCursor(next))}}`)
  }
  bind(endpoints.listEvents, list, cursorFaults)
}

/** A browser repeats the address of the stream, with the last id as a header. */
function sentCursor({ request, query }: Call<typeof endpoints.listEvents>) {
  const lastId = request.headers['last-event-id']
  return isStreamWanted(request) && typeof lastId === 'string' && lastId !== ''
    ? { field: 'Last-Event-ID', text: lastId }
    : { field: 'after', text: query.after }
}

function cursorFaults(call: Call<typeof endpoints.listEvents>): FieldFault[] {
  const { field, text } = sentCursor(call)
  if (text === undefined || parseCursor(text) !== undefined) return []
  return [{ field, code: 'INVALID_VALUE', message: 'Must be a cursor that this API has returned.' }]
}

const isStreamWanted = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && /\btext\/event-stream\b/i.test(headers.accept ?? '')

/** Three rounds of comments: by then, a client that reads nothing has filled its buffers. */
const STALLED_MS = 45_000

function sendStream(request: FastifyRequest, reply: FastifyReply, stream: EventStream): FastifyReply {
  request.socket.setTimeout(STALLED_MS)
  return (
    reply
      .type('text/event-stream; charset=utf-8')
      // Without buffering in nginx.
      .header('x-accel-buffering', 'no')
      // The connection has its own time limit, so it is not used for other requests.
      .header('connection', 'close')
      .send(stream)
  )
}
