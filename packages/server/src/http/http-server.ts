import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'

export const KEEP_ALIVE_SECONDS = 72

/** Slow clients have 10 s for the headers, 2 minutes for the whole request, and may not fall silent for 15 s. */
export function createHttpServer(listener: RequestListener): Server {
  const patience = {
    headersTimeout: 10_000,
    requestTimeout: 120_000,
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
  }
  const server = createServer({ ...patience, optimizeEmptyRequests: true }, (request, response) => {
    if (!announcesBody(request)) delete request.headers['content-type']
    listener(request, response)
  })
  server.setTimeout(15_000)
  return server
}

/**
 * Nothing is left to read of a request that announces no body, which spares it the life of a stream. Whoever went to read
 * one because of its type would wait for ever.
 */
function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
