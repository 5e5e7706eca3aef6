import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { readCertificate } from './certificates.ts'

export interface HostileServer {
  readonly port: number
  /** TCP connections so far. */
  readonly connections: () => number
  close(): Promise<void>
}

interface Options {
  /** `none`: without TLS. */
  readonly certificate?: 'trusted' | 'self-signed' | 'expired' | 'none'
  readonly tls?: tls.TlsOptions
  readonly host?: string
}

/** A server that can violate HTTP. `speak` gets each connection, after the TLS handshake if there is one. */
export async function startHostileServer(
  speak: (socket: net.Socket) => void,
  { certificate = 'trusted', host = '127.0.0.1', ...options }: Options = {},
): Promise<HostileServer> {
  const sockets = new Set<net.Socket>()
  const onConnection = (socket: net.Socket) => {
    socket.on('error', () => {})
    speak(socket)
  }
  const server =
    certificate === 'none'
      ? net.createServer(onConnection)
      : tls.createServer(
          { ...readCertificate(certificate === 'trusted' ? 'server' : certificate), ...options.tls },
          onConnection,
        )
  server.on('tlsClientError', () => {})
  let connections = 0
  server.on('connection', (socket: net.Socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
