import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import net from 'node:net'

/** The longest time that a request may take. */
export const HANG_MS = 15_000

export interface RawRequest {
  readonly method: string
  /** Sent without normalisation or encoding. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly ms: number
}

/** Sends requests exactly as given, valid or not, over real connections. */
export class RawClient {
  readonly #url: URL
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 })

  constructor(url: string) {
    this.#url = new URL(url)
  }

  get host(): string {
    return this.#url.host
  }

  send({ method, path, headers = {}, body }: RawRequest): Promise<Answer> {
    const { hostname: host, port } = this.#url
    const begun = performance.now()
    return new Promise((resolve, reject) => {
      const sending = request({ host, port, method, path, headers, agent: this.#agent, timeout: HANG_MS }, response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const ms = performance.now() - begun
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks), ms })
        })
      })
      sending.on('timeout', () => sending.destroy(new Error(`no answer within ${HANG_MS / 1000} s`)))
      sending.on('error', reject)
      sending.end(body)
    })
  }

  /**
   * Sends bytes on a new connection; returns everything received until the server closes it or sends nothing for a
   * while.
   */
  sendBytes(parts: readonly (string | Buffer)[], { silenceMs = 1000 } = {}): Promise<string> {
    return new Promise(resolve => {
      const socket = net.connect(Number(this.#url.port), this.#url.hostname)
      let received = ''
      const end = () => {
        socket.destroy()
        resolve(received)
      }
      socket.setTimeout(silenceMs, end)
      socket.setEncoding('latin1').on('data', chunk => {
        received += chunk
      })
      socket.on('close', end).on('error', end)
      for (const part of parts) socket.write(part)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}
