import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { ensureBuilt } from '../../src/build.ts'

/** A server whose pages and pictures lead to where it really listens, with the website built and loaded. */
export async function startWebServer({
  env,
  ...options
}: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  // Before the first page is asked for: a build may take longer than anybody waits for a page.
  await ensureBuilt(line => console.log(line))
  const port = String(await freePort())
  const server = await startTestServer({
    ...options,
    env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, ...env },
  })
  await server.anyone.get('/')
  return server
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}
