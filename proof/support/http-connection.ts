import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly head: string
}

interface Waiting {
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
}

/**
 * One keep-alive connection with little overhead, so that mainly the server is measured: responses are delimited by
 * their Content-Length and their bodies are ignored.
 */
export class HttpConnection {
  readonly #host: string
  readonly #port: number
  #socket: Socket | undefined
  #waiting: Waiting | undefined
  #answer: Answer | undefined
  #missing = 0

  constructor({ hostname, port }: URL) {
    this.#host = hostname
    this.#port = Number(port)
  }

  send(request: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket ??= this.#open()
      this.#socket.write(request)
    })
  }

  /** The next request opens another connection. */
  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #open(): Socket {
    const socket = connect(this.#port, this.#host)
    socket.setNoDelay(true)
    const lost = (error?: Error) => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      this.#answer = undefined
      this.#waiting?.reject(error ?? new Error('the server closed the connection'))
      this.#waiting = undefined
    }
    socket.on('error', lost)
    socket.on('close', () => lost())
    socket.on('data', chunk => this.#take(chunk))
    return socket
  }

  #take(chunk: Buffer): void {
    if (this.#answer === undefined) {
      const head = chunk.indexOf('\r\n\r\n')
      const text = chunk.toString('latin1', 0, head)
      this.#answer = { status: Number(text.slice(9, 12)), head: text }
      this.#missing = head + 4 + lengthOf(text) - chunk.length
    } else this.#missing -= chunk.length
    if (this.#missing > 0) return
    const answer = this.#answer
    const waiting = this.#waiting
    this.#answer = undefined
    this.#waiting = undefined
    waiting?.resolve(answer)
  }
}

const LENGTH = /\r\ncontent-length: (\d+)/i

function lengthOf(head: string): number {
  const length = LENGTH.exec(head)?.[1]
  if (length === undefined) throw new Error(`a response without Content-Length cannot be measured:\n${head}`)
  return Number(length)
}
