import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid } from '../schema.ts'

export const SessionRecord = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'Identifies the session. It is not secret: it cannot be used to log in.' }),
    created_at: Timestamp,
    last_used_at: Type.String({ ...Timestamp, description: 'Accurate to the minute.' }),
    user_agent: nullable(Type.String(), {
      description: 'The user agent at the log-in, cut to 200 characters.',
    }),
    current: Type.Boolean({ description: 'Whether this is the session of the request.' }),
  },
  { title: 'SessionRecord' },
)
export type SessionRecord = Static<typeof SessionRecord>

export const SessionList = Type.Object({ sessions: Type.Array(SessionRecord) }, { title: 'SessionList' })
export type SessionList = Static<typeof SessionList>
