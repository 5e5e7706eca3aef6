import { serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import { createServer } from './create-server.ts'
import type { ToolContext } from './tool-context.ts'

/** Serves one client over stdin and stdout until it ends. Nothing else may be written to stdout. */
export const serveStdio = (context: ToolContext) => serve(() => createServer(context))
