import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { createServer } from './create-server.ts'
import type { ToolContext } from './tool-context.ts'

/** A longer message ends the connection, so this is more than any tool takes: the tool then says what is too large. */
const MESSAGE_MAX_BYTES = 64 * 1024 * 1024

/** Serves one client over stdin and stdout until it ends. Nothing else may be written to stdout. */
export const serveStdio = (context: ToolContext) => {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MESSAGE_MAX_BYTES })
  return serve(() => createServer(context), { transport })
}
