import { type Static, Type } from 'typebox'
import { nullable, Timestamp, Uuid } from './schema.ts'

export const SessionRecord = Type.Object(
  {
    id: Type.String({ ...Uuid, description: 'Names the session and is no secret: nobody can log in with it.' }),
    created_at: Timestamp,
    last_used_at: Type.String({ ...Timestamp, description: 'Exact to the minute.' }),
    user_agent: nullable(Type.String(), {
      description: 'What the browser called itself at the log-in, cut to 200 characters.',
    }),
    current: Type.Boolean({ description: 'The session that asks.' }),
  },
  { title: 'SessionRecord' },
)
export type SessionRecord = Static<typeof SessionRecord>

export const SessionList = Type.Object({ sessions: Type.Array(SessionRecord) }, { title: 'SessionList' })
export type SessionList = Static<typeof SessionList>
