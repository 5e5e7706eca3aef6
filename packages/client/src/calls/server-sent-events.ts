export interface ServerSentEvent {
  readonly id: string
  readonly data: string
}

/** The events of a stream, as they arrive. `onActivity` is called for everything that arrives, comments included. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<ServerSentEvent, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onActivity()
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseBlock(block)
        if (event !== undefined) yield event
      }
    }
  } finally {
    // Also when the consumer stops early: the connection is closed.
    await reader.cancel().catch(() => {})
  }
}

function parseBlock(block: string): ServerSentEvent | undefined {
  const lines = block.split('\n')
  const field = (name: string) => lines.find(line => line.startsWith(`${name}: `))?.slice(name.length + 2)
  const [id, data] = [field('id'), field('data')]
  return id === undefined || data === undefined ? undefined : { id, data }
}
