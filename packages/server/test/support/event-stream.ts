import assert from 'node:assert/strict'

export interface Received {
  readonly id: string
  readonly data: string
}

export interface EventReader {
  readonly events: Received[]
  readonly comments: string[]
  /** Resolved when the server has ended the stream or the connection. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Reads Server-Sent Events as they arrive. */
export async function openEvents(
  url: string,
  token: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/v1/events${query}`, {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  })
  if (response.status !== 200) assert.fail(`${response.status}: ${await response.text()}`)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  const events: Received[] = []
  const comments: string[] = []
  const ended = (async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const lines = block.split('\n')
        const id = lines.find(line => line.startsWith('id: '))?.slice(4)
        const data = lines.find(line => line.startsWith('data: '))?.slice(6)
        if (id !== undefined && data !== undefined) events.push({ id, data })
        comments.push(...lines.filter(line => line.startsWith(':')))
      }
    }
  })().catch(() => {})
  return {
    events,
    comments,
    ended,
    close: async () => {
      abort.abort()
      await ended
    },
  }
}
