import net, { type AddressInfo } from 'node:net'
import type { TestDatabase } from '../test-database.ts'

export interface DatabaseProxy {
  /** The database as reached through the proxy. */
  readonly database: TestDatabase
  /** The text of every statement that went through, in order. */
  readonly statements: string[]
  /** Ends all connections and refuses new ones, as a database that is down does. */
  cut(): Promise<void>
  restore(): Promise<void>
}

/** A proxy between a server and its database that records statements and can interrupt the connections. */
export async function startDatabaseProxy(database: TestDatabase): Promise<DatabaseProxy> {
  const { host, port } = database.connection
  const statements: string[] = []
  const sockets = new Set<net.Socket>()
  const listener = net.createServer(client => {
    const server = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host)
    const read = statementReader(statements)
    client.on('data', read)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = (at: number) => new Promise<void>(resolve => listener.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const ownPort = (listener.address() as AddressInfo).port
  const url = new URL(database.url)
  url.search = new URLSearchParams({ host: '127.0.0.1', port: String(ownPort) }).toString()
  const cut = async () => {
    const closed = new Promise<void>(resolve => listener.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    database: {
      connection: { ...database.connection, host: '127.0.0.1', port: ownPort },
      url: url.href,
      drop: async () => {
        await cut()
        await database.drop()
      },
    },
    statements,
    cut,
    restore: () => listen(ownPort),
  }
}

/** Parses the PostgreSQL protocol of clients: a start-up packet without a type, then typed messages. */
function statementReader(statements: string[]): (chunk: Buffer) => void {
  const prepared = new Map<string, string>()
  let buffered = Buffer.alloc(0)
  let started = false
  return chunk => {
    buffered = Buffer.concat([buffered, chunk])
    for (;;) {
      const header = started ? 1 : 0
      if (buffered.length < header + 4) return
      const end = header + buffered.readUInt32BE(header)
      if (buffered.length < end) return
      const type = started ? String.fromCharCode(buffered[0]!) : ''
      const parts = buffered.toString('utf8', header + 4, end).split('\0')
      // Q: simple query. P: prepares a named statement. B: executes a prepared statement, after its portal's name.
      if (type === 'Q') statements.push(parts[0]!)
      if (type === 'P') prepared.set(parts[0]!, parts[1]!)
      if (type === 'B') statements.push(prepared.get(parts[1]!)!)
      started = true
      buffered = buffered.subarray(end)
    }
  }
}
