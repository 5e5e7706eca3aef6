import { createMcpHandler } from '@modelcontextprotocol/server'
import { createServer } from './create-server.ts'
import type { ToolContext } from './tool-context.ts'

/** Answers one request of a client. Nothing is remembered between requests, so any process can answer. */
export function serveHttp(request: Request, parsedBody: unknown, context: ToolContext): Promise<Response> {
  return createMcpHandler(() => createServer(context)).fetch(request, { parsedBody })
}
