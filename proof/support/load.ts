import { HttpConnection } from './http-connection.ts'
import { compileRequest, createFiller, type RequestMix } from './requests.ts'
import { runConcurrently, type Slice, type SliceLimit } from './slices.ts'

export interface LoadConfig extends RequestMix {
  readonly url: string
  readonly connections: number
  /** Requests a second on all connections together; without it, as fast as possible. */
  readonly perSecond?: number
  /** Opens new connections for each slice. */
  readonly reconnects?: boolean
  /** Counts failures instead of throwing. */
  readonly tolerant?: boolean
}

export interface Load {
  run(limit: SliceLimit): Promise<Slice>
  close(): void
}

/** Sends the requests in rotation on keep-alive connections, in this process. */
export function createLoad({ url, connections, templates, slots = {}, reconnects, ...pace }: LoadConfig): Load {
  const address = new URL(url)
  const connectionPool = Array.from({ length: connections }, () => new HttpConnection(address))
  const requests = templates.map(request => ({
    fill: compileRequest(request, address.host),
    status: request.status ?? 200,
  }))
  const nextValues = createFiller(slots)
  let sent = 0
  const sendNext = async (worker: number) => {
    const { fill, status } = requests[sent++ % requests.length]!
    const request = fill(nextValues())
    const answer = await connectionPool[worker]!.send(request)
    if (answer.status === status) return
    throw new Error(`${answer.status} instead of ${status} to ${request.toString().split('\r\n', 1)[0]}`)
  }
  const close = () => {
    for (const connection of connectionPool) connection.close()
  }
  const run = async (limit: SliceLimit) => {
    const slice = await runConcurrently(connections, limit, sendNext, pace)
    if (reconnects) close()
    return slice
  }
  return { run, close }
}
