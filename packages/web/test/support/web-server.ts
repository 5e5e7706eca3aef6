import { freePort } from '../../../server/test/support/network/free-port.ts'
import { startTestServer, type TestServer } from '../../../server/test/support/test-server.ts'
import { ensureBuilt } from '../../src/build.ts'

/**
 * A server with the website built and loaded, whose PUBLIC_URL is the address on which it listens. `host`: by which browsers
 * reach it; passkeys need a host name.
 */
export async function startWebServer({
  env,
  host = '127.0.0.1',
  ...options
}: Parameters<typeof startTestServer>[0] & { host?: '127.0.0.1' | 'localhost' } = {}): Promise<TestServer> {
  // Built before the first request, because a build can take longer than the time limit of a request.
  await ensureBuilt(line => console.log(line))
  const port = String(await freePort())
  const server = await startTestServer({
    ...options,
    env: { PORT: port, PUBLIC_URL: `http://${host}:${port}`, ...env },
  })
  await server.anyone.get('/')
  return server
}
