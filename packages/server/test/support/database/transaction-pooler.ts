import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import type { TestDatabase } from '../test-database.ts'

export interface TransactionPooler {
  /** The database as reached through the pooler. */
  readonly url: string
  /** How many transactions each session has had. */
  readonly transactions: readonly number[]
  close(): Promise<void>
}

interface Session {
  readonly socket: Socket
  readonly index: number
}

const STARTUP_ALLOWED = ['user', 'database', 'application_name', 'client_encoding']

/**
 * A pooler in transaction mode: a client has a database session only during a transaction, and each transaction gets
 * the session that was idle the longest. Like PgBouncer, it refuses unknown start-up parameters.
 */
export async function startTransactionPooler(database: TestDatabase, size: number): Promise<TransactionPooler> {
  const transactions = Array.from({ length: size }, () => 0)
  const idle = await Promise.all(transactions.map((_, index) => openSession(database, index)))
  const sockets = new Set<Socket>(idle.map(({ socket }) => socket))
  const waiting: ((session: Session) => void)[] = []
  const acquire = () => {
    const session = idle.shift()
    return session ? Promise.resolve(session) : new Promise<Session>(resolve => waiting.push(resolve))
  }
  const release = (session: Session) => {
    const next = waiting.shift()
    if (next) next(session)
    else idle.push(session)
  }

  const listener = net.createServer({ noDelay: true }, client => {
    sockets.add(client)
    client.on('error', () => {})
    serveClient(client, {
      begin: async () => {
        const session = await acquire()
        transactions[session.index]! += 1
        return session
      },
      end: release,
      // An open transaction must not reach the next client.
      abandon: session => {
        session.socket.destroy()
        openSession(database, session.index).then(
          fresh => {
            sockets.add(fresh.socket)
            release(fresh)
          },
          () => {},
        )
      },
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(database.url)
  url.search = new URLSearchParams({
    host: '127.0.0.1',
    port: String((listener.address() as AddressInfo).port),
  }).toString()
  return {
    url: url.href,
    transactions,
    close: async () => {
      const closed = new Promise(resolve => listener.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** `pg` logs in; then we use its socket directly. */
async function openSession(database: TestDatabase, index: number): Promise<Session> {
  const socket = new net.Socket()
  const client = new pg.Client({ ...database.connection, stream: () => socket })
  await client.connect()
  for (const event of ['data', 'end', 'close', 'error']) socket.removeAllListeners(event)
  socket.on('error', () => {})
  return { socket, index }
}

interface Sessions {
  begin(): Promise<Session>
  end(session: Session): void
  abandon(session: Session): void
}

function serveClient(client: Socket, sessions: Sessions): void {
  let started = false
  let session: Session | undefined
  const queue: Buffer[] = []
  let sending = false
  const onResponse = messageReader('typed', message => {
    client.write(message)
    // ReadyForQuery, outside a transaction.
    if (message[0] !== 0x5a || message[5] !== 0x49 || session === undefined) return
    const ended = session
    session = undefined
    ended.socket.removeAllListeners('data')
    sessions.end(ended)
  })
  const send = async () => {
    if (sending) return
    sending = true
    while (queue.length > 0) {
      session ??= await begin()
      session.socket.write(queue.shift()!)
    }
    sending = false
  }
  const begin = async () => {
    const next = await sessions.begin()
    next.socket.on('data', onResponse)
    return next
  }
  client.on(
    'data',
    messageReader('startup', message => {
      if (!started) {
        started = true
        greet(client, message)
      } else if (message[0] === 0x58) client.end()
      else {
        queue.push(message)
        void send()
      }
    }),
  )
  client.on('close', () => {
    if (session === undefined) return
    session.socket.removeAllListeners('data')
    sessions.abandon(session)
    session = undefined
  })
}

function greet(client: Socket, startup: Buffer): void {
  const words = startup.toString('utf8', 8).split('\0')
  const names = words.filter((word, i) => i % 2 === 0 && word !== '')
  const unknown = names.find(name => !STARTUP_ALLOWED.includes(name))
  if (unknown !== undefined) {
    const fields = `SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: ${unknown}\0\0`
    client.end(typed('E', Buffer.from(fields)))
    return
  }
  client.write(Buffer.concat([typed('R', Buffer.alloc(4)), typed('K', Buffer.alloc(8)), typed('Z', Buffer.from('I'))]))
}

function typed(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type)
  head.writeUInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** Splits the stream into messages of the PostgreSQL protocol. A client's first message has no type. */
function messageReader(first: 'startup' | 'typed', onMessage: (message: Buffer) => void): (chunk: Buffer) => void {
  let buffered = Buffer.alloc(0)
  let header = first === 'startup' ? 0 : 1
  return chunk => {
    buffered = Buffer.concat([buffered, chunk])
    while (buffered.length >= header + 4) {
      const end = header + buffered.readUInt32BE(header)
      if (buffered.length < end) return
      const message = buffered.subarray(0, end)
      buffered = buffered.subarray(end)
      header = 1
      onMessage(message)
    }
  }
}
