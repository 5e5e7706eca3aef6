import type { ApiPromise } from '../api-promise.ts'
import type { CallOptions, QueryOf } from '../call-options.ts'
import type { Caller } from '../calls/caller.ts'
import { type StreamOptions, streamEvents } from '../calls/stream-events.ts'
import type { ClientOptions } from '../client-options.ts'
import type { EventList, ListEventsQuery, PostEventPayload } from '../generated/models.ts'

export interface StreamedEvent {
  /** For `after`. Store it when the event is dealt with. */
  readonly cursor: string
  /** The text that a webhook gets, byte for byte. */
  readonly body: string
  /** The same, parsed. */
  readonly event: PostEventPayload
}

export interface EventMethods {
  /** Oldest first. Pass `next` as `after` to continue. */
  list(query?: QueryOf<ListEventsQuery>, options?: CallOptions): ApiPromise<EventList>
  /**
   * Events as they happen, until the signal is aborted or the loop is left. After an interruption it connects again and
   * goes on where it was.
   */
  stream(query?: QueryOf<Omit<ListEventsQuery, 'limit'>>, options?: StreamOptions): AsyncIterable<StreamedEvent>
}

export const eventMethods = ({ call }: Caller, client?: ClientOptions): EventMethods => ({
  list: (query = {}, options) => call('listEvents', { query }, options),
  stream: (query = {}, options = {}) => {
    if (client === undefined) throw new TypeError('events cannot be streamed without HTTP')
    return streamed(streamEvents(client, query, options))
  },
})

async function* streamed(events: ReturnType<typeof streamEvents>): AsyncGenerator<StreamedEvent, void> {
  for await (const { id, data } of events) yield { cursor: id, body: data, event: JSON.parse(data) }
}
