import dgram from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

export interface NameServer {
  /** For `setServers`. */
  readonly address: string
  /** The current answers; a name that is missing gets no response. */
  readonly names: Map<string, { v4?: string; missing?: true }>
  /** The queried names, in order. */
  readonly asked: string[]
  close(): void
}

const NO_SUCH_NAME = 3
const IPV4_QUESTION = 1

/** A minimal DNS server on UDP. */
export async function startNameServer(): Promise<NameServer> {
  const names: NameServer['names'] = new Map()
  const asked: string[] = []
  const socket = dgram.createSocket('udp4')
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query)
    asked.push(name)
    const known = names.get(name)
    if (known === undefined) return
    const responses = type === IPV4_QUESTION && known.v4 !== undefined ? [ipv4Record(known.v4)] : []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (known.missing ? NO_SUCH_NAME : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(responses.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end), ...responses]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, names, asked, close: () => void socket.close() }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at++] ?? 0; length > 0; length = query[at++] ?? 0) {
    labels.push(query.toString('latin1', at, at + length))
    at += length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at), end: at + 4 }
}

/** A response that refers to the question for its name, with TTL 0. */
function ipv4Record(address: string): Buffer {
  const record = Buffer.from('c00c00010001000000000004', 'hex')
  return Buffer.concat([record, Buffer.from(address.split('.').map(Number))])
}
