import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import type { Person, TestServer } from '../../../server/test/support/test-server.ts'

export const DRAFTS = ['posts:read', 'posts:write', 'uploads']

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail when it is another
export type Json = any

export interface Tools {
  readonly client: Client
  /** The answer of a tool: its text, and the text as JSON if it is JSON. */
  call(name: string, input?: Record<string, unknown>): Promise<{ text: string; json: Json; isError: boolean }>
}

/** How a client reaches the tools with a token. */
export type Connect = (token: string) => Transport

export const overHttp =
  ({ url }: TestServer): Connect =>
  token =>
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    })

/** Issues a token with these scopes (all without any), and revokes it afterwards. */
export async function withTools(
  connect: Connect,
  { session }: Person,
  scopes: readonly string[] | null,
  work: (tools: Tools) => Promise<void>,
): Promise<void> {
  const name = `Assistant ${crypto.randomUUID()}`
  const { body } = await session.post('/api/v1/tokens', { name, ...(scopes && { scopes }) })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(connect(body.token))
  try {
    await work({ client, call: (name, input = {}) => callTool(client, name, input) })
  } finally {
    await client.close()
    await session.delete(`/api/v1/tokens/${body.id}`)
  }
}

async function callTool(client: Client, name: string, input: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: input })
  const [first] = result.content as { text: string }[]
  const text = first?.text ?? ''
  return { text, json: parsed(text), isError: result.isError === true }
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
