import type { McpServer } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import { failure, type ToolResponse } from './responses.ts'
import type { ToolContext } from './tool-context.ts'

/** `reads` changes nothing. `writes` is seen by the author alone and can be undone. `publishes` can change what readers see. */
type Effect = 'reads' | 'writes' | 'publishes'

const HINTS = {
  reads: { readOnlyHint: true },
  writes: { readOnlyHint: false, destructiveHint: false },
  publishes: { readOnlyHint: false, destructiveHint: true },
} as const satisfies Record<Effect, object>

interface Tool<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  /** A repetition of the same call has no further effect. */
  readonly isIdempotent?: true
  /** Reaches addresses or texts outside the author's account. */
  readonly isOpenWorld?: true
  readonly input: Input
  run(context: ToolContext, input: z.infer<Input>): Promise<ToolResponse>
}

export type Register = (server: McpServer, context: ToolContext) => void

export function tool<Input extends z.ZodObject>(definition: Tool<Input>): Register {
  const { name, title, description, effect, isIdempotent = false, isOpenWorld = false, input, run } = definition
  const annotations = {
    ...HINTS[effect],
    ...(effect !== 'reads' && { idempotentHint: isIdempotent }),
    openWorldHint: isOpenWorld,
  }
  return (server, context) => {
    const call = async (given: z.infer<Input>): Promise<ToolResponse> => {
      const result = await run(context, given).catch(failure)
      await record(context, name, given, result)
      const { content, isError } = result
      return { content, ...(isError && { isError }) }
    }
    // The library validates the input before the call. Its types cannot express a generic schema.
    // An argument that does not exist is rejected: ignored, it would seem to have had an effect.
    const inputSchema: z.ZodObject = input.strict()
    server.registerTool(name, { title, description, inputSchema, annotations }, given => call(given as z.infer<Input>))
  }
}

/**
 * Lists the call for the author. A call whose record is rejected, for example because of a limit, still gets its response;
 * the server logs its own errors.
 */
async function record({ client }: ToolContext, tool: string, given: object, result: ToolResponse): Promise<void> {
  const id = (given as { id?: unknown }).id ?? result.postId
  const post_id = typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id) ? id : null
  await client.agentCalls.record({ tool, post_id, is_error: result.isError === true }).catch(() => {})
}
