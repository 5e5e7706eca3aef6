/**
 * A load generator that costs little itself, so that the server is what gets measured: one request over and over on
 * kept-alive sockets, answers taken off by their Content-Length. Run as a process of its own, told what to do by its arguments.
 */
import { connect } from 'node:net'

const [url = '', connections = '32', seconds = '5'] = process.argv.slice(2)
const { hostname, port, pathname, search } = new URL(url)
const question = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUser-Agent: bench\r\n\r\n`

let answered = 0
const latencies: number[] = []
const end = performance.now() + Number(seconds) * 1000
await Promise.all(Array.from({ length: Number(connections) }, ask))
const everySo = Math.ceil(latencies.length / 20_000)
process.stdout.write(JSON.stringify({ answered, latencies: latencies.filter((_, i) => i % everySo === 0) }))

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    let missing = 0
    let asked = performance.now()
    socket.on('error', reject)
    socket.on('data', chunk => {
      missing = missing === 0 ? lengthOf(chunk) - chunk.length : missing - chunk.length
      if (missing > 0) return
      const now = performance.now()
      latencies.push(now - asked)
      answered++
      if (now > end) {
        socket.destroy()
        return resolve()
      }
      asked = now
      socket.write(question)
    })
    socket.write(question)
  })
}

/** Of a whole answer, from its first chunk, which holds at least the headers. */
function lengthOf(chunk: Buffer): number {
  const head = chunk.indexOf('\r\n\r\n')
  const text = chunk.toString('latin1', 0, head)
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(text)
  const at = text.toLowerCase().indexOf('content-length: ')
  return head + 4 + Number.parseInt(text.slice(at + 16, at + 26), 10)
}
