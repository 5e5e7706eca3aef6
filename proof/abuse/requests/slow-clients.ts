import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { besideOthers } from '../beside-others.ts'
import { HANG_MS } from '../raw-client.ts'
import { type Abuse, send } from '../target.ts'
import type { TestData } from '../test-data/test-data.ts'

/** The server detects an idle connection with a timer that runs every 2 s. */
const SILENCE_ENDS_MS = HANG_MS + 4000
/** A body that arrives too slowly is found by a timer that runs every 10 s. */
const TRICKLE_ENDS_MS = 25_000
const CLIENTS = 60
/** The longest time that a large request of another client may have to be repeated because memory is full. */
const MEMORY_FREE_WITHIN_MS = 10_000
const BODY_BYTES = 8 * 1024 * 1024
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
  await abuseSlowBodies(abuse)
}

/**
 * Bodies that stop before their end, sent from several addresses: as many as the memory for bodies holds, and many that
 * only announce as much. Others read, write little without delay, and write much after some seconds.
 */
async function abuseSlowBodies(abuse: Abuse): Promise<void> {
  const { target, testData, findings } = abuse
  const sockets = await openSlowBodies(target.url, testData)
  const { bearer } = await testData.person()
  const startedMs = performance.now()
  let largeMs: number | undefined
  await besideOthers(abuse, 'slow bodies', async () => {
    while (performance.now() - startedMs < MEMORY_FREE_WITHIN_MS) {
      const reads = await bearer.get('/docs/js/scalar.js')
      findings.check(reads.status === 200, `slow bodies: a large response to another client is ${reads.status}`)
      const large = await bearer.post('/api/v1/posts', { title: 'T', content: 'x'.repeat(200_000) })
      if (large.status === 201) largeMs ??= performance.now() - startedMs
      await pause(400)
    }
  })
  for (const socket of sockets) socket.destroy()
  findings.check(largeMs !== undefined, 'slow bodies: another client cannot send a large body')
}

/** Connections of several addresses and accounts, on which bodies have begun to arrive. */
export async function openSlowBodies(url: string, testData: TestData): Promise<net.Socket[]> {
  const people = await Promise.all(Array.from({ length: 6 }, () => testData.person()))
  return Array.from({ length: 120 }, (_, i) => {
    const cookie = people[i % people.length]?.cookie
    const socket = connect(url, process.platform === 'linux' ? { localAddress: `127.0.0.${3 + (i % 8)}` } : {})
    const framing = i % 2 === 0 ? `Content-Length: ${BODY_BYTES}` : 'Transfer-Encoding: chunked'
    socket.write(`POST /api/v1/posts HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`)
    socket.write(`${framing}\r\n\r\n`)
    const bytes = i < 40 ? BODY_BYTES - 1 : 1
    if (i % 2 === 1) socket.write(`${bytes.toString(16)}\r\n`)
    socket.write(Buffer.alloc(bytes, ' '))
    return socket.resume()
  })
}

function connect(url: string, from: { localAddress?: string }): net.Socket {
  const { hostname, port } = new URL(url)
  return net.connect({ port: Number(port), host: hostname, ...from }).on('error', () => {})
}

async function beSlow({ target, findings }: Abuse, { what, first, drip, endsWithinMs }: Slow): Promise<void> {
  const socket = connect(target.url, OTHER_ADDRESS)
  let received = ''
  socket.setEncoding('latin1').on('data', chunk => {
    received += chunk
  })
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
