import { Agent, createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

const CHECK_EVERY_MS = 250
/** A node that does not begin its answer in this time gets no more requests, and this one goes to another node. */
const ANSWER_WITHIN_MS = 4000
const GIVE_UP_MS = 15_000

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * Distributes requests among the nodes that are ready. A request that can be repeated, because it is idempotent or has
 * an idempotency key, goes to another node if the first one does not answer or answers 503.
 */
export class LoadBalancer {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #nodes: { url: string; isReady: boolean }[]
  readonly #server: Server
  readonly #timer: NodeJS.Timeout
  #next = 0
  /** Requests that went to more than one node. */
  repeated = 0

  constructor(urls: readonly string[]) {
    this.#nodes = urls.map(url => ({ url, isReady: true }))
    this.#timer = setInterval(() => void this.#check(), CHECK_EVERY_MS)
    this.#server = createServer(async (received, response) => {
      const { method = 'GET', url: path = '/', headers } = received
      const answer = await this.#pass({ method, path, headers, body: await buffer(received) }).catch(() => undefined)
      if (answer === undefined) response.writeHead(502).end()
      else response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  }

  /** A node that was started again. */
  replace(former: string, url: string): void {
    for (const node of this.#nodes) if (node.url === former) node.url = url
  }

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  close(): void {
    clearInterval(this.#timer)
    this.#server.close()
    this.#server.closeAllConnections()
    this.#agent.destroy()
  }

  async #pass(sent: Sent): Promise<Answer | undefined> {
    const mayRepeat = ['GET', 'HEAD', 'PUT'].includes(sent.method) || sent.headers['idempotency-key'] !== undefined
    const deadline = performance.now() + GIVE_UP_MS
    let last: Answer | undefined
    for (let attempt = 0; ; attempt++) {
      if (attempt === 1) this.repeated++
      const node = this.#choose()
      last = await this.#ask(node.url, sent).catch(() => {
        node.isReady = false
        return undefined
      })
      if (last !== undefined && last.status !== 503) return last
      if (!mayRepeat || performance.now() > deadline) return last
      await pause(50)
    }
  }

  #choose(): { url: string; isReady: boolean } {
    const ready = this.#nodes.filter(({ isReady }) => isReady)
    const from = ready.length > 0 ? ready : this.#nodes
    return from[this.#next++ % from.length]!
  }

  #ask(url: string, { method, path, headers, body }: Sent): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const { connection: _, ...passed } = headers
    const sending = request(`${url}${path}`, { agent: this.#agent, method, headers: passed }, answer => {
      buffer(answer).then(
        body => resolve({ status: answer.statusCode ?? 0, headers: withoutHops(answer.headers), body }),
        reject,
      )
    })
    const timer = setTimeout(() => sending.destroy(new Error('no answer')), ANSWER_WITHIN_MS)
    sending.on('error', reject).on('close', () => clearTimeout(timer))
    sending.end(body)
    return promise
  }

  async #check(): Promise<void> {
    await Promise.all(
      this.#nodes.map(async node => {
        const empty = { method: 'GET', path: '/readyz', headers: {}, body: Buffer.alloc(0) }
        const answer = await this.#ask(node.url, empty).catch(() => undefined)
        node.isReady = answer?.status === 200
      }),
    )
  }
}

function withoutHops({ connection: _c, 'keep-alive': _k, 'transfer-encoding': _t, ...headers }: IncomingHttpHeaders) {
  return headers
}
