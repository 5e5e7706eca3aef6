import cluster from 'node:cluster'
import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '../../platform/core/limits/rate-limits.ts'
import { routableUrl } from './routable-url.ts'

/** A request, its response, and the function that handles it. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly listener: RequestListener
}

interface Connection {
  /** The request that is being handled. */
  current: Exchange | undefined
  /** Pipelined requests. */
  readonly waiting: Exchange[]
  whenIdle: (() => void) | undefined
  readonly client: Client
  /** How many bytes had been read when the last response was sent. More of them are the beginning of a request. */
  readThen: number
  /** The request whose body had not arrived completely at the last check, and how many bytes had been read. */
  receiving: { readonly request: IncomingMessage; readonly read: number } | undefined
}

/** The connections of one address. */
interface Client {
  readonly sockets: Set<Socket>
  /** When the last response was sent on one of them, or the last one was opened. */
  usedMs: number
}

/** No known client pipelines more requests on one connection. Each waiting request takes memory. */
const PIPELINED_MAX = 50

/**
 * Handles one request per connection at a time. Node emits every pipelined request at once, so a client that sends
 * thousands and reads none of the responses would make the server prepare and hold all of them.
 */
export class Connections {
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #clients = new Map<string, Client>()
  readonly #slowed = new Set<string>()

  /** Registers a new connection, and closes it if its address has too many; 0 means no limit. */
  add(socket: Socket, maxPerAddress: number): void {
    const address = addressKey(socket.remoteAddress ?? '')
    const client = this.#clients.get(address) ?? { sockets: new Set(), usedMs: 0 }
    const { sockets } = client
    if (maxPerAddress > 0 && sockets.size >= maxPerAddress) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    client.usedMs = performance.now()
    this.#clients.set(address, client)
    this.#connectionOf(socket, client)
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0) this.#clients.delete(address)
    })
  }

  /** Handles the request now, or when the earlier responses on its connection are written. */
  handle(exchange: Exchange): void {
    const { socket } = exchange.request
    const connection = this.#connectionOf(socket)
    if (connection.current === undefined) this.#start(socket, connection, exchange)
    else if (connection.waiting.length < PIPELINED_MAX) connection.waiting.push(exchange)
    else {
      this.#readOneByOne(addressKey(socket.remoteAddress ?? ''))
      socket.destroy()
    }
  }

  /** The response that the connection is busy with, if any. */
  responding(socket: Socket): Exchange | undefined {
    return this.#connectionOf(socket).current
  }

  /** Whether further requests have arrived on the connection. */
  hasWaiting(socket: Socket): boolean {
    return this.#connectionOf(socket).waiting.length > 0
  }

  /** Calls `then` once, when the requests that have arrived so far are answered. */
  whenIdle(socket: Socket, then: () => void): void {
    const connection = this.#connectionOf(socket)
    if (connection.current === undefined) then()
    else connection.whenIdle = then
  }

  /**
   * Closes the idle connections of clients that have been idle for this long. While a proxy uses some of its connections,
   * it may be about to use any of them.
   */
  closeIdle(idleMs: number): void {
    const latestMs = performance.now() - idleMs
    for (const { sockets, usedMs } of this.#clients.values()) {
      if (usedMs > latestMs) continue
      for (const socket of sockets) {
        const { current, readThen } = this.#connectionOf(socket)
        if (current === undefined && socket.bytesRead === readThen) socket.destroy()
      }
    }
  }

  /** The connections whose request body arrives too slowly, judged by what has arrived since the last call. */
  takeSlowBodies(leastBytes: number): Socket[] {
    const slow: Socket[] = []
    for (const { sockets } of this.#clients.values()) {
      for (const socket of sockets) {
        const connection = this.#connectionOf(socket)
        const request = connection.current?.request
        const before = connection.receiving
        // What has arrived and waits to be read is not the client's delay.
        const isWaiting = request !== undefined && !request.complete && request.readableLength === 0
        connection.receiving = isWaiting ? { request, read: socket.bytesRead } : undefined
        if (isWaiting && before?.request === request && socket.bytesRead - before.read < leastBytes) slow.push(socket)
      }
    }
    return slow
  }

  /**
   * Node parses all requests of a chunk at once, up to 2,500. If one connection of an address sends that many, its
   * others may do so at the same time: they are read one after the other, each in its own iteration of the event loop.
   */
  #readOneByOne(address: string): void {
    if (this.#slowed.has(address)) return
    this.#slowed.add(address)
    const sockets = [...(this.#clients.get(address)?.sockets ?? [])]
    for (const socket of sockets) socket.pause()
    const resumeNext = () => {
      const next = sockets.pop()
      if (next === undefined) this.#slowed.delete(address)
      else {
        if (!next.destroyed) next.resume()
        setImmediate(resumeNext)
      }
    }
    setImmediate(resumeNext)
  }

  /** A socket that was closed at once belongs to no client. */
  #connectionOf(socket: Socket, client: Client = { sockets: new Set(), usedMs: 0 }): Connection {
    let connection = this.#connections.get(socket)
    if (connection === undefined) {
      connection = {
        current: undefined,
        waiting: [],
        whenIdle: undefined,
        client,
        readThen: socket.bytesRead,
        receiving: undefined,
      }
      this.#connections.set(socket, connection)
    }
    return connection
  }

  #start(socket: Socket, connection: Connection, exchange: Exchange): void {
    const { request, response, listener } = exchange
    connection.current = exchange
    // 'close' is emitted after the last byte was passed to the operating system, or when the connection is gone.
    response.once('close', () => this.#continue(socket, connection))
    listener(request, response)
  }

  #continue(socket: Socket, connection: Connection): void {
    connection.current = undefined
    connection.client.usedMs = performance.now()
    connection.readThen = socket.bytesRead
    const next = connection.waiting.shift()
    if (socket.destroyed) connection.waiting.length = 0
    else if (next !== undefined) this.#start(socket, connection, next)
    else connection.whenIdle?.()
  }
}

/** How long a client that uses its connection has at most until its next request, while the server stops. */
export const IDLE_MS = 500

/** Stops in three steps: it is open; it stops listening and keeps its connections; it ends them. `closeHttp` goes through these. */
export class HttpServer extends Server {
  readonly #connections: Connections
  #step: 'open' | 'keeping' | 'ending' = 'open'

  constructor(options: object, listener: RequestListener, connections: Connections) {
    super(options, listener)
    this.#connections = connections
  }

  /** Closes the listening socket and no connection. `closed` is called when the last connection has ended. */
  stopListening(closed: () => void): void {
    this.#step = 'keeping'
    this.close(closed)
  }

  /** From now on, connections end with their next response, or after some time without a request. */
  endConnections(): void {
    this.#step = 'ending'
  }

  /** Whether a client should send its next request to another server. */
  get endsConnections(): boolean {
    return !this.listening && this.#step !== 'keeping'
  }

  /**
   * In a process of several, node:cluster calls this as soon as the main process has closed the listening socket. This
   * process accepts connections a little longer: the system resets those that wait when the last process closes it.
   */
  override close(closed?: (error?: Error) => void): this {
    return cluster.isWorker && this.#step === 'open' ? this : super.close(closed)
  }

  /**
   * `close()` of Node calls this too. The method of Node also closes connections that have just been used, whose next
   * request may be on its way, and those whose answer is not sent completely.
   */
  override closeIdleConnections(idleMs = IDLE_MS): void {
    if (this.#step !== 'keeping') this.#connections.closeIdle(idleMs)
  }
}

export interface ServerLimits {
  /** 0: no limit. */
  readonly connectionsPerAddress: number
}

/** At least 1 KiB a second: slower than any usable network. */
const BODY_CHECK_MS = 10_000
const BODY_BYTES_MIN = 10 * 1024

/**
 * A client has 10 s to send its headers and 2 minutes for the whole request, whose body must not arrive too slowly. A
 * connection on which nothing is sent or read for 15 s is closed, so a client that does not read its response holds it no
 * longer than that.
 */
export function createHttpServer(
  listener: RequestListener,
  connections: Connections,
  { connectionsPerAddress }: ServerLimits,
): HttpServer {
  const options = {
    headersTimeout: 10_000,
    requestTimeout: 120_000,
    connectionsCheckingInterval: 2000,
    keepAliveTimeout: 72_000,
    optimizeEmptyRequests: true,
  }
  const answer: RequestListener = (request, response) => {
    if (server.endsConnections && !connections.hasWaiting(request.socket)) response.shouldKeepAlive = false
    listener(request, response)
  }
  const receive: RequestListener = (request, response) => {
    // With a content type, Fastify would wait for a body that never comes.
    if (!hasBody(request)) delete request.headers['content-type']
    request.url = routableUrl(request.url ?? '')
    connections.handle({ request, response, listener: answer })
  }
  const server = new HttpServer(options, receive, connections)
  server.setTimeout(15_000)
  server.on('connection', socket => connections.add(socket, connectionsPerAddress))
  const checkBodies = () => {
    const error = Object.assign(new Error('The body arrives too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    for (const socket of connections.takeSlowBodies(BODY_BYTES_MIN)) server.emit('clientError', error, socket)
  }
  const timer = setInterval(checkBodies, BODY_CHECK_MS).unref()
  server.once('close', () => clearInterval(timer))
  return server
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}
