import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net, { type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { upload } from '@galley/server/testing/posts/upload'
import sharp from 'sharp'
import type { Abuse } from '../target.ts'

interface Flood {
  readonly what: string
  readonly sockets: number
  /** Sent at once on each connection, which then reads nothing. */
  readonly requests: (socket: number) => string
}

/** Clients that request much and read nothing use little memory and do not affect others. */
export async function abuseUnreadAnswers(abuse: Abuse): Promise<void> {
  // A quick run has fewer connections, each with as much to read.
  const part = abuse.isQuick ? 1 / 5 : 1
  for (const { sockets, ...flood } of await floods(abuse)) await run(abuse, { ...flood, sockets: sockets * part })
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

async function floods({ testData, isQuick }: Abuse): Promise<Flood[]> {
  const person = await testData.person()
  const { path: image } = (await upload(person.bearer, await noise(isQuick ? 200 : 900))).body
  const content = 'word '.repeat(200_000)
  const { body: post } = await person.bearer.post('/api/v1/posts', { title: 'Long', content, status: 'published' })
  const page = `/@${person.username}/${post.slug}`
  const many = isQuick ? 20 : 45
  return [
    { what: 'the API description', sockets: 10, requests: () => get('/api/v1/openapi.json').repeat(many) },
    { what: 'an image', sockets: 10, requests: () => get(`/media/${image}`).repeat(many) },
    { what: 'the reference', sockets: 10, requests: () => get('/docs/js/scalar.js').repeat(many) },
    { what: 'a long post', sockets: 20, requests: () => get(`/api/v1/public/posts/${post.id}`).repeat(many) },
    {
      what: 'a long page, another one each',
      sockets: 20,
      requests: i => Array.from({ length: 10 }, (_, n) => get(`${page}?n=${i}-${n}`)).join(''),
    },
    { what: 'unknown pages', sockets: 20, requests: i => get(`/nothing-${i}`).repeat(many) },
    { what: 'thousands of requests ahead', sockets: 50, requests: () => get('/healthz').repeat(5000) },
    { what: 'methods that do not exist', sockets: 10, requests: () => get('/').replace('GET', 'QUERY').repeat(many) },
    { what: 'more connections than allowed', sockets: 400, requests: () => get('/api/v1/openapi.json') },
  ]
}

async function run(abuse: Abuse, { what, sockets, requests }: Flood): Promise<void> {
  const { findings, client, target, isQuick } = abuse
  const open = Array.from({ length: sockets }, (_, i) => connect(target.url, requests(i)))
  await pause(isQuick ? 50 : 3000)
  const other = await client.send({ method: 'GET', path: '/api/v1/public/categories' }).catch(error => error)
  findings.check(other.status === 200, `${what}: another client got ${other.status ?? other}`)
  for (const socket of open) socket.destroy()
  await Promise.all(open.map(socket => (socket.closed ? undefined : once(socket, 'close').catch(() => {}))))
}

/** An image that cannot be compressed: 900 pixels square take 2.4 MB. */
function noise(size: number): Promise<Buffer> {
  const raw = { width: size, height: size, channels: 3 } as const
  return sharp(randomBytes(size * size * 3), { raw })
    .png()
    .toBuffer()
}

/** From another loopback address than the other clients', if the system has one. */
const ATTACKER = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}

function connect(url: string, first: string): Socket {
  const { hostname, port } = new URL(url)
  const socket = net.connect({ host: hostname, port: Number(port), ...ATTACKER }).on('error', () => {})
  socket.pause()
  socket.write(first)
  return socket
}
