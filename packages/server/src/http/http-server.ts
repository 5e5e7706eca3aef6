import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Connections } from './connections.ts'

export interface ServerLimits {
  /** 0: no limit. */
  readonly connectionsPerAddress: number
}

/**
 * A client has 10 s to send its headers and 2 minutes for the whole request. A connection on which nothing is sent or
 * read for 15 s is closed, so a client that does not read its answer holds it no longer than that.
 */
export function createHttpServer(
  listener: RequestListener,
  connections: Connections,
  { connectionsPerAddress }: ServerLimits,
): Server {
  const options = {
    headersTimeout: 10_000,
    requestTimeout: 120_000,
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 72_000,
    optimizeEmptyRequests: true,
  }
  const server = createServer(options, (request, response) => {
    // Because of a type, the framework would wait for a body that never comes.
    if (!hasBody(request)) delete request.headers['content-type']
    connections.handle({ request, response, listener })
  })
  server.setTimeout(15_000)
  server.on('connection', socket => connections.add(socket, connectionsPerAddress))
  return server
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
