import { isUuid, NIL_ID } from '../../platform/core/ids.ts'

/** A place in the stream of events: directly after the event with this position and id. */
export interface EventCursor {
  /** A 64-bit number in decimal. */
  readonly position: string
  readonly id: string
}

export const START: EventCursor = { position: '0', id: NIL_ID }

/** The place before every event of this position. */
export const beforePosition = (position: string): EventCursor => ({ position, id: NIL_ID })

export const formatCursor = ({ position, id }: EventCursor): string => `${position}.${id}`

/** Undefined if the text is not a cursor. */
export function parseCursor(text: string): EventCursor | undefined {
  const [, position, id] = /^(\d{1,19})\.(.+)$/.exec(text) ?? []
  if (position === undefined || id === undefined || !isUuid(id)) return undefined
  return { position, id: id.toLowerCase() }
}

export function isAfter(one: EventCursor, other: EventCursor): boolean {
  const [a, b] = [BigInt(one.position), BigInt(other.position)]
  return a === b ? one.id > other.id : a > b
}
