import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { afterEach } from 'node:test'
import { type Exchange, SafeFetch, type SafeFetchOptions } from '../../../src/platform/outbound/safe-fetch.ts'
import { TEST_CA_FILE } from '../../support/network/certificates.ts'
import { startHostileServer } from '../../support/network/hostile-server.ts'

export const KEPT_BYTES = 4096
export const OK = 'HTTP/1.1 200 OK\r\n'

type Hostility = Parameters<typeof startHostileServer>[1]

export interface SafeFetchTest {
  startServer(
    speak: (socket: Socket) => void,
    hostility?: Hostility,
  ): Promise<Awaited<ReturnType<typeof startHostileServer>> & { url: string }>
  fetchWith(options?: Partial<SafeFetchOptions>): SafeFetch
  post(url: string, options?: Partial<SafeFetchOptions>): Promise<Exchange>
}

/** Servers and clients that are closed after each test of the calling file. */
export function setUpSafeFetch(): SafeFetchTest {
  const undo: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0)) await step()
  })
  const fetchWith = (options: Partial<SafeFetchOptions> = {}) => {
    const fetch = new SafeFetch({
      timeoutMs: 5000,
      bodyMaxBytes: KEPT_BYTES,
      allowPrivateNetwork: true,
      ca: readFileSync(TEST_CA_FILE, 'utf8'),
      ...options,
    })
    undo.push(() => fetch.close())
    return fetch
  }
  return {
    fetchWith,
    post: (url, options) => fetchWith(options).post(url, {}, '{}'),
    startServer: async (speak, hostility) => {
      const server = await startHostileServer(speak, hostility)
      undo.push(server.close)
      return { ...server, url: `https://localhost:${server.port}/` }
    },
  }
}

export const failureOf = (exchange: Exchange) =>
  exchange.responded ? `responded with ${exchange.status}` : exchange.failure
