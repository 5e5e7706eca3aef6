import { get, post } from '../../endpoint.ts'
import { AgentCallList, ListAgentCallsQuery, RecordAgentCall } from '../../schemas/identity/agent-calls.ts'
import { Done } from '../../schemas/schema.ts'

/** What assistants have done with the tools of `/mcp` and `gly mcp`. */
export const agentCallEndpoints = {
  listAgentCalls: get('/api/v1/agent-calls', 'agentCalls.list', {
    summary: 'List the calls of assistants',
    description: 'Session cookie only. Newest first, of the last 30 days, at most 2,000.',
    tag: 'Tokens',
    auth: 'session',
    query: ListAgentCallsQuery,
    response: AgentCallList,
  }),
  recordAgentCall: post('/api/v1/agent-calls', 'agentCalls.record', {
    summary: 'Record a call of an assistant',
    description: 'For programs that run tools of an assistant. The call gets the name of the token.',
    tag: 'Tokens',
    auth: 'session-or-token',
    scopes: [],
    body: RecordAgentCall,
    example: { body: { tool: 'find_posts', is_error: false } },
    response: Done,
  }),
} as const
