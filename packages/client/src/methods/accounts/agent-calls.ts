import type { ApiPromise } from '../../api-promise.ts'
import type { CallOptions, QueryOf } from '../../call-options.ts'
import type { Caller } from '../../calls/caller.ts'
import type { AgentCall, AgentCallList, Done, ListAgentCallsQuery, RecordAgentCall } from '../../generated/models.ts'
import { type Pages, pagesOf } from '../../pages.ts'

/** What assistants have done with their tools. */
export interface AgentCallMethods {
  /** One page, newest first. Session only. */
  list(query?: QueryOf<ListAgentCallsQuery>, options?: CallOptions): ApiPromise<AgentCallList>
  /** All of them, page by page. */
  pages(query?: QueryOf<ListAgentCallsQuery>, options?: CallOptions): Pages<AgentCallList, AgentCall>
  /** For a program that runs tools of an assistant. */
  record(body: RecordAgentCall, options?: CallOptions): ApiPromise<Done>
}

export function agentCallMethods({ call }: Caller): AgentCallMethods {
  const list: AgentCallMethods['list'] = (query = {}, options) => call('listAgentCalls', { query }, options)
  return {
    list,
    pages: (query = {}, options) =>
      pagesOf({ query, list: query => list(query, options), itemsOf: page => page.calls }),
    record: (body, options) => call('recordAgentCall', { body }, options),
  }
}
