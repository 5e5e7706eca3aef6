import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { HANG_MS } from '../raw-client.ts'
import { type Abuse, send } from '../target.ts'

/** The server detects an idle connection with a timer that runs every 2 s. */
const SILENCE_ENDS_MS = HANG_MS + 4000
/** A whole request may take 2 minutes, checked by the same timer. */
const TRICKLE_ENDS_MS = 128_000
const CLIENTS = 60
/** Another address than that of the other parts, because limits are per address. Only Linux has several loopback addresses. */
const OTHER_ADDRESS = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}

interface Slow {
  readonly what: string
  readonly first: string
  /** Sent every second after that; nothing if the client stays silent. */
  readonly drip: string | undefined
  readonly endsWithinMs: number
}

/** Slow clients are disconnected in time and do not delay others. */
export async function abuseSlowClients(abuse: Abuse): Promise<void> {
  const { cookie } = await abuse.testData.person()
  const post = `POST /api/v1/posts HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n`
  const form = 'Content-Type: multipart/form-data; boundary=b\r\n'
  const upload = `POST /api/v1/uploads HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n${form}`
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  const kinds: Slow[] = [
    { what: 'no byte at all', first: '', drip: undefined, endsWithinMs: SILENCE_ENDS_MS },
    { what: 'half a header', first: 'GET / HTTP/1.1\r\nHo', drip: undefined, endsWithinMs: SILENCE_ENDS_MS },
    { what: 'headers that trickle', first: 'GET / HTTP/1.1\r\nX-A: ', drip: 'a', endsWithinMs: SILENCE_ENDS_MS },
    {
      what: 'a body that never comes',
      first: `${post}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      drip: undefined,
      endsWithinMs: SILENCE_ENDS_MS,
    },
    {
      what: 'a body that trickles',
      first: `${post}Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{"title": "`,
      drip: 'a',
      endsWithinMs: TRICKLE_ENDS_MS,
    },
    {
      what: 'chunks that trickle',
      first: `${post}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      drip: '1\r\n \r\n',
      endsWithinMs: TRICKLE_ENDS_MS,
    },
    {
      what: 'a file that never comes',
      first: `${upload}Content-Length: 100000\r\n\r\n${part}`,
      drip: undefined,
      endsWithinMs: SILENCE_ENDS_MS,
    },
    {
      what: 'a file that trickles',
      first: `${upload}Content-Length: 100000\r\n\r\n${part}`,
      drip: 'a',
      endsWithinMs: TRICKLE_ENDS_MS,
    },
  ]
  const slow = Promise.all(kinds.flatMap(kind => Array.from({ length: CLIENTS / 6 }, () => beSlow(abuse, kind))))
  const reading = abuse.operations.find(({ name }) => name === 'listPublicPosts')
  let over = false
  slow.finally(() => {
    over = true
  })
  // Other clients are served meanwhile.
  while (!over) {
    await send(abuse, reading, { method: 'GET', path: '/api/v1/public/posts' }, 'another client, meanwhile')
    await pause(500)
  }
  await slow
}

async function beSlow({ target, findings }: Abuse, { what, first, drip, endsWithinMs }: Slow): Promise<void> {
  const { hostname, port } = new URL(target.url)
  const socket = net.connect({ port: Number(port), host: hostname, ...OTHER_ADDRESS })
  let received = ''
  socket.setEncoding('latin1').on('data', chunk => {
    received += chunk
  })
  socket.on('error', () => {})
  socket.write(first)
  const dripping = drip === undefined ? undefined : setInterval(() => socket.write(drip), 1000)
  const deadline = setTimeout(() => {
    findings.fail(`${what}: still connected after ${endsWithinMs / 1000} s`)
    socket.destroy()
  }, endsWithinMs)
  await once(socket, 'close')
  clearInterval(dripping)
  clearTimeout(deadline)
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
  findings.countAnswer({ status, ms: 0 })
  findings.check(status < 500, `${what}: ${received.slice(0, 100)}`)
}
