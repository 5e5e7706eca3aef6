import type { Endpoint, Response } from '@galley/contract/endpoint'
import type { PageReads } from '@galley/web/site'
import { pageEndpoints } from '../../reading/pages/page-reads.ts'
import type { localCalls } from '../api/local-client.ts'

type Call = ReturnType<typeof localCalls>

/** The reads of pages for the sender of a request. */
export function pageCalls(call: Call): PageReads {
  const read = async <E extends Endpoint>(endpoint: E, parts: Parameters<Call>[1]) =>
    (await call(endpoint, parts)).data as Response<E>
  return {
    article: name => read(pageEndpoints.article, { params: { name } }),
    frontAside: () => read(pageEndpoints.frontAside, {}),
    ranking: type => read(pageEndpoints.ranking, { query: { type } }),
    profile: (username, list) => read(pageEndpoints.profile, { params: { username }, query: list }),
    readerState: ({ post = '', username = '' }) => read(pageEndpoints.reader, { params: { post, username } }),
  }
}
