import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '@galley/server/testing/eventually'
import type { Galley } from '../support/galley-process.ts'
import { HttpConnection } from '../support/http-connection.ts'
import { compileRequest, createFiller, type RequestTemplate } from '../support/requests.ts'

export interface StopResult {
  readonly answered: number
  /** Requests that were sent and got no answer, by what the client saw. */
  readonly lost: Readonly<Record<string, number>>
  /** Responses with another status than expected, by status and whether the server was stopping. */
  readonly unexpected: Readonly<Record<string, number>>
  readonly stopMs: number
}

const LOAD_MS = 1000

/**
 * Sends requests on keep-alive connections and stops the server meanwhile. As HTTP asks of clients, a connection is not
 * used again after an answer with `Connection: close`. A client goes on until it cannot connect any more.
 */
export async function stopUnderLoad(
  galley: Galley,
  {
    connections,
    templates,
    thinkMs,
  }: Readonly<{ connections: number; templates: readonly RequestTemplate[]; thinkMs: number }>,
): Promise<StopResult> {
  const address = new URL(galley.url)
  const requests = templates.map(template => ({
    fill: compileRequest(template, address.host),
    status: template.status ?? 200,
  }))
  const values = createFiller({})()
  const lost: Record<string, number> = {}
  const unexpected: Record<string, number> = {}
  const count = (counts: Record<string, number>, what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  let answered = 0
  let isStopping = false
  /** Clients that have no answer yet. */
  const starting = new Set(Array.from({ length: connections }, (_, index) => index))
  const runClient = async (index: number) => {
    const connection = new HttpConnection(address)
    let answersOnConnection = 0
    for (let sent = index; ; sent++) {
      const { fill, status } = requests[sent % requests.length]!
      try {
        const answer = await connection.send(fill(values))
        if (answer.status === status) answered++
        else count(unexpected, `status ${answer.status} ${isStopping ? 'during' : 'before'} the stop`)
        answersOnConnection++
        starting.delete(index)
        if (/^connection: close\r?$/im.test(answer.head)) {
          connection.close()
          answersOnConnection = 0
        }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
        if (code === 'ECONNREFUSED') return
        count(lost, `${code}, ${answersOnConnection === 0 ? 'new' : 'used'} connection`)
        answersOnConnection = 0
      }
      if (thinkMs > 0) await pause(Math.random() * 2 * thinkMs)
    }
  }
  const clients = Promise.all(Array.from({ length: connections }, (_, index) => runClient(index)))
  await eventually(() => assert.equal(starting.size, 0), 60_000)
  await pause(LOAD_MS)
  const begun = performance.now()
  isStopping = true
  await galley.stop()
  const stopMs = Math.round(performance.now() - begun)
  await clients
  return { answered, lost, unexpected, stopMs }
}
