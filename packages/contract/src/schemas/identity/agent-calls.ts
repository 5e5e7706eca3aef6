import { type Static, Type } from 'typebox'
import { Count, closed, nullable, page, Timestamp, Uuid } from '../schema.ts'

export const AgentCall = Type.Object(
  {
    id: Uuid,
    client: Type.String({ description: 'The name of the token.' }),
    tool: Type.String(),
    post_id: nullable(Uuid, { description: 'null if the call was about no post of yours.' }),
    post_title: nullable(Type.String()),
    is_error: Type.Boolean({ description: 'Whether the call was refused or failed.' }),
    created_at: Timestamp,
  },
  { title: 'AgentCall' },
)
export type AgentCall = Static<typeof AgentCall>

export const AgentCallList = Type.Object({ calls: Type.Array(AgentCall), total: Count }, { title: 'AgentCallList' })
export type AgentCallList = Static<typeof AgentCallList>

export const ListAgentCallsQuery = Type.Object(page)
export type ListAgentCallsQuery = Static<typeof ListAgentCallsQuery>

export const RecordAgentCall = closed('RecordAgentCall', {
  tool: Type.String({ minLength: 1, maxLength: 100 }),
  post_id: Type.Optional(nullable(Uuid)),
  is_error: Type.Boolean(),
})
export type RecordAgentCall = Static<typeof RecordAgentCall>
