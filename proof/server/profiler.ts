import { once } from 'node:events'
import { createServer } from 'node:net'

const SAMPLE_EVERY_US = 250

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
}

/**
 * Profiles a Node process through its inspector, separately for each row and without the start, which `--cpu-prof`
 * includes.
 */
export class Profiler {
  readonly nodeOptions: readonly string[]
  readonly #port: number
  #socket: WebSocket | undefined
  #asked = 0

  private constructor(port: number) {
    this.#port = port
    // Found by HTTP, so that Node does not have to print its address.
    this.nodeOptions = [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http']
  }

  static async create(): Promise<Profiler> {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const address = probe.address()
    probe.close()
    await once(probe, 'close')
    return new Profiler(typeof address === 'object' && address !== null ? address.port : 0)
  }

  async start(): Promise<void> {
    if (this.#socket === undefined) {
      const targets = (await (await fetch(`http://127.0.0.1:${this.#port}/json`)).json()) as {
        webSocketDebuggerUrl: string
      }[]
      this.#socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
      await once(this.#socket, 'open')
      await this.#send('Profiler.enable')
      await this.#send('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US })
    }
    await this.#send('Profiler.start')
  }

  async stop(): Promise<CpuProfile> {
    const { profile } = (await this.#send('Profiler.stop')) as { profile: CpuProfile }
    return profile
  }

  close(): void {
    this.#socket?.close()
  }

  async #send(method: string, params: object = {}): Promise<unknown> {
    const id = ++this.#asked
    this.#socket?.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [event] = await once(this.#socket as WebSocket, 'message')
      const answer = JSON.parse(event.data)
      if (answer.id === id) return answer.result
    }
  }
}
