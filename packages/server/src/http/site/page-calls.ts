import type { PageReads } from '@galley/web/site'
import { SpanKind } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import type { SharedPart } from '../../platform/cache/cached-answer.ts'
import type { AppContext } from '../../platform/context.ts'
import type { Principal } from '../../platform/core/principal.ts'
import { traced } from '../../platform/core/tracing.ts'
import type { pageReads } from '../../reading/pages/page-reads.ts'
import { nullIfRejected } from '../api/guard.ts'
import { toApiError } from '../api/local-client.ts'
import { noteView } from '../send-answer.ts'
import type { MakeCall } from './make-page.ts'

interface Calls {
  readonly request: FastifyRequest
  readonly principal: () => Promise<Principal>
  readonly makeCall: MakeCall
}

/** The reads of pages for the sender of a request. */
export function pageCalls(
  context: AppContext,
  reads: ReturnType<typeof pageReads>,
  { request, principal, makeCall }: Calls,
): PageReads {
  const run = async <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const attributes = { 'galley.request_id': request.id }
    try {
      return await makeCall(() => traced(`page: ${name}`, { kind: SpanKind.INTERNAL, attributes }, read))
    } catch (error) {
      throw toApiError({ method: 'GET', path: `page: ${name}` }, error, request)
    }
  }
  const valueOfPart = async <T>(name: string, read: () => Promise<SharedPart<T>>): Promise<T> =>
    (await run(name, read)).value

  return {
    article: name =>
      valueOfPart('article', async () => {
        const [reader, article] = await Promise.all([principal().catch(nullIfRejected), reads.readArticlePage(name)])
        noteView(context, request, reader, article)
        return article
      }),
    frontAside: () => valueOfPart('front aside', reads.readFrontAside),
    profile: (username, list) => valueOfPart('profile', async () => reads.readProfilePage(username, list)),
    readerState: subject => run('reader', async () => reads.readReaderState(await principal(), subject)),
  }
}
